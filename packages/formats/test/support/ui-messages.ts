import fc from 'fast-check';

import { PNG } from './conversations.js';

const text = fc.string({ minLength: 1, maxLength: 12 });
const extra = fc.constantFrom<object>(
  {},
  {},
  { state: 'done' },
  { providerMetadata: { openai: { itemId: 'msg_1' } } },
);
const textPart = fc
  .tuple(text, extra)
  .map(([value, rest]) => ({ type: 'text', text: value, ...rest }));
const file = fc.constantFrom<object>(
  { type: 'file', mediaType: 'image/png', url: `data:image/png;base64,${PNG}` },
  { type: 'file', mediaType: 'image/png', url: 'https://example.com', filename: 'a.png' },
  { type: 'file', mediaType: 'application/pdf', url: '', providerReference: { openai: 'file-1' } },
  {
    type: 'file',
    mediaType: 'image/png',
    url: 'https://example.com/a.png',
    providerReference: { openai: 'file-2' },
  },
);
const hidden = fc.constantFrom<object>(
  { type: 'data-progress', id: 'p', data: { done: 1 } },
  { type: 'source-url', sourceId: 's', url: 'https://example.com' },
);

const outcome = fc.constantFrom<object>(
  { state: 'output-available', output: 'done' },
  { state: 'output-available', output: { a: [1] }, title: 'Read' },
  { state: 'output-error', errorText: 'ENOENT' },
  {
    state: 'output-available',
    output: 1,
    approval: { id: 'a1', approved: true, reason: 'fine', descriptor: 1 },
  },
  { state: 'output-denied', approval: { id: 'a1', approved: false, reason: 'no' } },
  { state: 'approval-responded', approval: { id: 'a1', approved: false } },
);
const hosted = fc.constantFrom<object>(
  { state: 'output-available', output: { a: 1 }, providerExecuted: true },
  {
    state: 'output-error',
    errorText: 'no',
    providerExecuted: true,
    callProviderMetadata: { openai: { itemId: 'ws_1' } },
    resultProviderMetadata: { openai: { itemId: 'ws_2' } },
  },
);
const open = fc.constantFrom<object>(
  { state: 'input-available' },
  { state: 'approval-requested', approval: { id: 'a1', signature: 's' } },
  { state: 'approval-responded', approval: { id: 'a1', approved: true } },
  { state: 'input-streaming' },
);

const toolPart = (state: fc.Arbitrary<object>) =>
  fc
    .record({ state, dynamic: fc.boolean(), input: fc.constantFrom<object>({}, { path: 'a' }) })
    .map(({ state: progress, dynamic, input }) => (id: string) => ({
      ...(dynamic ? { type: 'dynamic-tool', toolName: 'read' } : { type: 'tool-read' }),
      toolCallId: `call_${id}`,
      input,
      ...renamed(progress, id),
    }));

/** Ids of questions are the calls' own. */
function renamed(progress: object, id: string): object {
  if (!('approval' in progress)) return progress;
  return { ...progress, approval: { ...(progress.approval as object), id: `ask_${id}` } };
}

const thought = fc
  .tuple(text, extra)
  .map(([value, rest]) => ({ type: 'reasoning', text: value, ...rest }));

const step = fc
  .record({
    said: fc.array(fc.oneof(textPart, thought, file, hidden), { maxLength: 2 }),
    tools: fc.array(fc.oneof(toolPart(outcome), toolPart(hosted)), { maxLength: 2 }),
  })
  .map(({ said, tools }) => (id: string) => [
    { type: 'step-start' },
    ...said,
    ...tools.map((make, index) => make(`${id}_${index}`)),
  ]);

const assistant = fc
  .record({
    steps: fc.array(step, { minLength: 1, maxLength: 3 }),
    last: fc.option(toolPart(open), { freq: 4 }),
    metadata: fc.constantFrom<object>({}, { metadata: { model: 'm' } }),
  })
  .map(({ steps, last, metadata }) => (at: number) => ({
    id: `m${at}`,
    role: 'assistant',
    ...metadata,
    parts: [
      ...steps.flatMap((make, index) => make(`${at}_${index}`)),
      ...(last === null ? [] : [{ type: 'step-start' }, last(`${at}_open`)]),
    ],
  }));

const user = fc
  .array(fc.oneof(textPart, file, hidden), { minLength: 1, maxLength: 3 })
  .map((parts) => (at: number) => ({ id: `m${at}`, role: 'user', parts }));

const system = fc
  .array(textPart, { minLength: 1, maxLength: 2 })
  .map((parts) => (at: number) => ({ id: `m${at}`, role: 'system', parts }));

/** UI messages of `useChat`, with parts that no model is sent. */
export const uiMessages: fc.Arbitrary<object[]> = fc
  .array(
    fc.oneof<fc.Arbitrary<(at: number) => object>[]>(
      { weight: 3, arbitrary: user } as never,
      { weight: 4, arbitrary: assistant } as never,
      { weight: 1, arbitrary: system } as never,
    ),
    { maxLength: 6 },
  )
  .map((messages) => messages.map((make, at) => make(at)));
