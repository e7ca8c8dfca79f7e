import { describe, expect, it } from 'vitest';

import { createThinkingCheck, type ThinkingCheck } from './thinking-check.js';

type Block = Record<string, unknown>;
type Message = { role: string; content: Block[] | string };

const text = (value: string): Block => ({ type: 'text', text: value });
const thinking = (signature: string): Block => ({ type: 'thinking', thinking: '', signature });
const tool = (name: string): Block => ({ name, input_schema: { type: 'object' } });
const user = (value: string): Message => ({ role: 'user', content: [text(value)] });

/** Three answers, each with thinking, and what the next request would be. */
function played(): { check: ThinkingCheck; body: { system: string; messages: Message[] } & Block } {
  const check = createThinkingCheck();
  const settings = { system: 'Be kind.', tools: [tool('a'), tool('b')] };
  const messages: Message[] = [];
  for (const turn of ['1', '2', '3']) {
    messages.push(user(turn));
    const content = [thinking(`s${turn}`), text(`answer ${turn}`)];
    check.answered({ ...settings, messages: [...messages] }, content);
    messages.push({ role: 'assistant', content });
  }
  return { check, body: { ...settings, messages: [...messages, user('4')] } };
}

const without = (messages: Message[], signature: string): Message[] =>
  messages.map((message) =>
    typeof message.content === 'string'
      ? message
      : { ...message, content: message.content.filter((block) => block.signature !== signature) },
  );

describe('createThinkingCheck', () => {
  it('lets pass what goes back as it came, and what does not count', () => {
    const { check, body } = played();
    expect(check.validate(body)).toEqual([]);
    const marked = [{ ...text('1'), cache_control: { type: 'ephemeral' } }];
    const [, ...rest] = body.messages;
    expect(
      check.validate({
        ...body,
        max_tokens: 5,
        system: [text('Be kind.')],
        tools: [tool('b'), tool('a')],
        messages: [{ role: 'user', content: marked }, ...rest],
      }),
    ).toEqual([]);
    expect(
      check.validate({ ...body, messages: [{ role: 'user', content: '1' }, ...rest] }),
    ).toEqual([]);
  });

  it('lets a leading run be left out, but none from the middle', () => {
    const { check, body } = played();
    const first = without(body.messages, 's1');
    expect(check.validate({ ...body, messages: first })).toEqual([]);
    expect(check.validate({ ...body, messages: without(first, 's2') })).toEqual([]);
    const [violation, ...others] = check.validate({
      ...body,
      messages: without(body.messages, 's2'),
    });
    expect(violation).toMatchObject({
      rule: 'anthropic/thinking-bound',
      path: 'messages.5.content.0',
    });
    expect(others).toEqual([]);
  });

  it('reports thinking behind another system prompt, other tools or another message', () => {
    const { check, body } = played();
    const [, ...rest] = body.messages;
    expect(check.validate({ ...body, system: 'Be brief.' })).toHaveLength(3);
    expect(check.validate({ ...body, tools: [tool('a')] })).toHaveLength(3);
    expect(check.validate({ ...body, messages: rest })).toHaveLength(3);
    const edited = body.messages.with(2, user('two'));
    expect(check.validate({ ...body, messages: edited })).toHaveLength(2);
    expect(
      check.validate({ messages: [{ role: 'assistant', content: [thinking('?')] }] }),
    ).toHaveLength(1);
  });
});
