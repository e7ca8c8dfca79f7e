import { messageText } from '@everlong/core';
import { quarters } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { assistant, user } from '../../test/support/conversation.js';
import { openCowagent, turnWithCall } from '../../test/support/cowagent-session.js';
import { exchange, labelsOf } from '../../test/support/watched-session.js';
import { openSession } from '../session/open-session.js';

describe('004, session persistence', () => {
  it('a compaction by hand leaves the latest user message as it is, with its files', async () => {
    const { session } = await openCowagent();
    await session.append(turnWithCall(0, 100));
    const data = { type: 'data' as const, data: 'iVBORw0KGgo=' };
    const content = [{ type: 'file' as const, data, mediaType: 'image/png' }];
    await session.append([{ role: 'user', content }, ...exchange('look', 'seen'), assistant('Ok')]);
    expect((await session.compact()).compacted).toBe(true);
    const { messages } = await session.prepare();
    expect(messages.map((message): unknown => message.content)).toContainEqual(content);
  });

  it('opened anew again and again, restores the same, whatever has nothing to send', async () => {
    const { session, store } = await openCowagent();
    const questions = ['one', 'two', 'three', 'four'].map(user);
    await session.append([...questions, assistant('Ok'), { role: 'system', content: '' }]);
    await session.prepare();
    const options = { store, id: session.id, tokenizer: quarters, policy: 'cowagent' };
    const reopened = await (await openSession(options)).prepare();
    expect(reopened.messages.map(messageText).slice(0, 4)).toEqual(['two', 'three', 'four', 'Ok']);
    const again = await (await openSession(options)).prepare();
    expect(again.messages).toEqual(reopened.messages);
    expect(again.state.epoch).toBe(reopened.state.epoch);
  });

  it('a newest message without anything to send is not summarized by a compaction by hand', async () => {
    const { session } = await openCowagent();
    const [nothing] = (await session.append([...turnWithCall(0, 100), assistant('')])).slice(-1);
    await session.compact();
    const { plan } = await session.prepare();
    expect(plan.explain(nothing!.seq)?.disposition).toBe('omitted');
  });

  it('user text and final reply of the last max(3, turns / 6) turns is what a compaction by hand leaves', async () => {
    const { session, spans } = await openCowagent();
    for (let turn = 0; turn < 8; turn++) await session.append(turnWithCall(turn, 100));
    expect((await session.compact()).compacted).toBe(true);
    expect(spans).toMatchObject([{ from: 0, to: 31 }]);
    await session.append(user('question 8'));
    const { messages } = await session.prepare();
    expect(labelsOf(messages)).toEqual([
      ...[5, 6, 7].flatMap((turn) => [`question ${turn}`, `answer ${turn}`]),
      'question 8',
    ]);
  });
});
