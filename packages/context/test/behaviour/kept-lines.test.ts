import { messageText, type ModelMessage } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import type { PreparedRequest } from '../../src/request/describe-request.js';
import { openWatched, type WatchedSession } from '../support/watched-session.js';
import { user } from '../support/conversation.js';

const CONTEXT_WINDOW = 16_000;
const STEPS = 24;

/** A file of 400 lines, of which an agent reads overlapping parts. */
const fileLines = Array.from({ length: 400 }, (_, at) => `const value${at} = compute(${at * 7});`);

function read(step: number): ModelMessage[] {
  const call = { toolCallId: `read-${step}`, toolName: 'read_file' };
  const from = (step * 12) % 340;
  const value = fileLines.slice(from, from + 60).join('\n');
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { path: 'src/a.ts' } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value } }] },
  ];
}

interface Played extends WatchedSession {
  requests: PreparedRequest[];
}

/** Reads on and on, with a request after each. */
async function play(): Promise<Played> {
  const watched = await openWatched({ policy: 'everlong', contextWindow: CONTEXT_WINDOW });
  await watched.session.append([user('Tidy up src/a.ts.')]);
  const requests: PreparedRequest[] = [];
  for (let step = 0; step < STEPS; step++) {
    await watched.session.append(read(step));
    requests.push(await watched.session.prepare());
  }
  return { ...watched, requests };
}

const inPart = ({ plan }: PreparedRequest): PreparedRequest['plan']['ranges'] =>
  plan.ranges.filter(({ keepLines }) => keepLines !== undefined);

describe('lines of older results', () => {
  it('that newer messages show are left out, and the plan says which stay', async () => {
    const { requests } = await play();
    const shortened = requests.filter((request) => inPart(request).length > 0);
    expect(shortened.length).toBeGreaterThan(0);
    for (const request of shortened) {
      for (const { from, disposition, reason, keepLines = [] } of inPart(request)) {
        expect(disposition).toBe('truncated');
        expect(reason).toContain('newer messages show the others');
        expect(request.plan.explain(from)?.reason).toBe(reason);
        const message = request.messages.find((sent) =>
          messageText(sent).includes(`history_expand ${from} `),
        );
        const whole = read((from - 2) / 2)[1] as ModelMessage;
        const lines = messageText(whole).split('\n');
        const kept = keepLines.flatMap((range) => lines.slice(range.from - 1, range.to));
        const left = lines.filter((line) => !kept.includes(line));
        const shown = messageText(message as ModelMessage).split('\n');
        expect(shown.filter((line) => !line.includes('left out here'))).toEqual(kept);
        // What is left out stands in a newer message of the same request.
        const later = request.messages.slice(request.messages.indexOf(message as ModelMessage) + 1);
        const text = later.map(messageText).join('\n');
        if (request.state.epoch !== requests[requests.indexOf(request) - 1]?.state.epoch) {
          for (const line of left) expect(text).toContain(line);
        }
      }
    }
  });

  it('stay left out within the epoch and after reopening, each entry in one range', async () => {
    const { session, store, requests } = await play();
    for (const [at, { plan, messages, state }] of requests.entries()) {
      let next = 0;
      for (const { from, to } of plan.ranges) {
        expect(from).toBe(next);
        next = to + 1;
      }
      expect(next).toBe(1 + 2 * (at + 1));
      const before = requests[at - 1];
      if (before?.state.epoch !== state.epoch) continue;
      expect(messages.slice(0, before.messages.length)).toEqual(before.messages);
    }
    const last = requests.at(-1);
    await session.close();
    const { session: again } = await openWatched({
      store,
      id: session.id,
      policy: 'everlong',
      contextWindow: CONTEXT_WINDOW,
    });
    expect((await again.prepare()).messages).toEqual(last?.messages);
  });
});
