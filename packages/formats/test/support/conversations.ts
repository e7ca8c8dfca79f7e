import type {
  AssistantPart,
  ModelMessage,
  ToolMessage,
  ToolResultOutput,
  UserPart,
} from '@everlong/core';
import fc from 'fast-check';

/** Pixels of nothing in particular, in base64. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Texts as people and programs write them, and empty ones. */
const textArbitrary = fc.oneof(
  { weight: 8, arbitrary: fc.string({ minLength: 1, maxLength: 20 }).map((text) => `say ${text}`) },
  { weight: 2, arbitrary: fc.constantFrom('two\nlines', '数据库 🙂', '{"a": 1}', '<tag>&amp;') },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '\n\t') },
);

const fileArbitrary: fc.Arbitrary<UserPart> = fc.constantFrom<UserPart>(
  { type: 'file', data: { type: 'data', data: PNG }, mediaType: 'image/png' },
  { type: 'file', data: { type: 'data', data: PNG }, mediaType: 'image/*' },
  { type: 'file', data: { type: 'data', data: 'AAAA' }, mediaType: 'image/tiff' },
  {
    type: 'file',
    data: { type: 'url', url: new URL('https://example.com/a.png?b=1') },
    mediaType: 'image/*',
  },
  {
    type: 'file',
    data: { type: 'url', url: new URL('https://example.com/a.pdf') },
    mediaType: 'application/pdf',
  },
  {
    type: 'file',
    data: { type: 'data', data: 'JVBERi0x' },
    mediaType: 'application/pdf',
    filename: 'a.pdf',
  },
  { type: 'file', data: { type: 'data', data: 'JVBERi0x' }, mediaType: 'application/pdf' },
  { type: 'file', data: { type: 'data', data: 'UklGRgAA' }, mediaType: 'audio/wav' },
  { type: 'file', data: { type: 'text', text: 'notes' }, mediaType: 'text/plain', filename: 'n' },
  {
    type: 'file',
    data: { type: 'reference', reference: { openai: 'file-1', anthropic: 'file_2' } },
    mediaType: 'application/pdf',
  },
  { type: 'image', image: new URL('https://example.com/old.png') },
  { type: 'image', image: new Uint8Array([0x89, 0x50, 0x4e, 0x47]), mediaType: 'image/png' },
);

const userArbitrary: fc.Arbitrary<ModelMessage> = fc
  .oneof(
    textArbitrary,
    fc.array(
      fc.oneof(
        { weight: 2, arbitrary: textArbitrary.map((text): UserPart => ({ type: 'text', text })) },
        { weight: 1, arbitrary: fileArbitrary },
      ),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map((content) => ({ role: 'user', content }));

const outputArbitrary: fc.Arbitrary<ToolResultOutput> = fc.oneof(
  { weight: 3, arbitrary: textArbitrary.map((value) => ({ type: 'text' as const, value })) },
  { weight: 1, arbitrary: textArbitrary.map((value) => ({ type: 'error-text' as const, value })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom({ ok: true, list: [1, null] }, [], 'text', 7)
      .map((value) => ({ type: 'json' as const, value })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<ToolResultOutput>(
      { type: 'error-json', value: { code: 'ENOENT' } },
      { type: 'execution-denied', reason: 'not now' },
      { type: 'execution-denied' },
      { type: 'content', value: [{ type: 'text', text: 'seen' }] },
      { type: 'content', value: [] },
      {
        type: 'content',
        value: [
          { type: 'text', text: 'seen' },
          { type: 'file', data: { type: 'data', data: PNG }, mediaType: 'image/png' },
          { type: 'text', text: 'too' },
        ],
      },
      { type: 'content', value: [{ type: 'image-data', data: PNG, mediaType: 'image/png' }] },
    ),
  },
);

const callArbitrary = fc.record({
  toolName: fc.constantFrom('read_file', 'bash', 'web_search', 'a-b_C9'),
  input: fc.oneof(
    { weight: 5, arbitrary: fc.record({ path: textArbitrary, n: fc.double({ noNaN: true }) }) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>({}, ['a'], 'cut {"a', 42, { a: { b: [1] } }) },
  ),
  output: outputArbitrary,
  /** Run by the provider: the result is in the same message. */
  hosted: fc.constantFrom(false, false, false, false, true),
  signed: fc.boolean(),
});

type Call = typeof callArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

interface Answer {
  thought: 'none' | 'plain' | 'anthropic' | 'redacted' | 'openai' | 'google';
  before: string[];
  calls: Call[];
  behind: string | undefined;
  together: boolean;
}

const answerArbitrary: fc.Arbitrary<Answer> = fc.record({
  thought: fc.constantFrom(
    'none',
    'none',
    'none',
    'plain',
    'anthropic',
    'redacted',
    'openai',
    'google',
  ),
  before: fc.array(textArbitrary, { maxLength: 2 }),
  calls: fc.oneof(fc.constant<Call[]>([]), fc.array(callArbitrary, { maxLength: 4 })),
  behind: fc.option(textArbitrary, { nil: undefined, freq: 8 }),
  together: fc.boolean(),
});

type Move = { user: ModelMessage } | { answer: Answer } | { note: string };

/**
 * Well-formed conversations, as an engine hands them to a provider: they begin with the user, every
 * call is answered before anything else, ids are unique, and the end is the user's or a result.
 */
export const conversationArbitrary: fc.Arbitrary<ModelMessage[]> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: userArbitrary.map((user): Move => ({ user })) },
      { weight: 5, arbitrary: answerArbitrary.map((answer): Move => ({ answer })) },
      { weight: 1, arbitrary: textArbitrary.map((note): Move => ({ note })) },
    ),
    { maxLength: 12 },
  )
  .map((moves) => [
    { role: 'user', content: 'Begin.' },
    ...moves.flatMap((move, index) => play(move, index)),
    { role: 'user', content: 'Go on.' },
  ]);

function play(move: Move, index: number): ModelMessage[] {
  if ('user' in move) return [move.user];
  if ('note' in move) return [{ role: 'system', content: move.note }];
  return answerMessages(move.answer, index);
}

function answerMessages(answer: Answer, index: number): ModelMessage[] {
  const calls = answer.calls.map((call, at) => ({
    ...call,
    toolCallId: `${call.hosted ? 'ws' : 'call'}_${index}_${at}`,
  }));
  const parts: AssistantPart[] = [
    ...thoughtParts(answer.thought, index),
    ...answer.before.map((text): AssistantPart => ({ type: 'text', text })),
    ...calls.flatMap((call) => callParts(call)),
    ...(answer.behind === undefined ? [] : [{ type: 'text' as const, text: answer.behind }]),
  ];
  const results: ToolMessage['content'] = calls.flatMap(
    ({ hosted, toolCallId, toolName, output }) =>
      hosted ? [] : [{ type: 'tool-result' as const, toolCallId, toolName, output }],
  );
  const tools: ToolMessage[] = answer.together
    ? results.length === 0
      ? []
      : [{ role: 'tool', content: results }]
    : results.map((result) => ({ role: 'tool', content: [result] }));
  return [{ role: 'assistant', content: parts }, ...tools];
}

function callParts({ hosted, signed, output, ...call }: Call & { toolCallId: string }) {
  const part: AssistantPart = {
    type: 'tool-call',
    ...call,
    ...(hosted ? { providerExecuted: true } : {}),
    ...(signed ? { providerOptions: { google: { thoughtSignature: 'c2ln' } } } : {}),
  };
  if (!hosted) return [part];
  const { toolCallId, toolName } = call;
  const result: AssistantPart = { type: 'tool-result', toolCallId, toolName, output };
  return [part, result];
}

function thoughtParts(thought: Answer['thought'], index: number): AssistantPart[] {
  const text = thought === 'redacted' ? '' : 'Hm, so.';
  const options = {
    none: undefined,
    plain: undefined,
    anthropic: { anthropic: { signature: 'c2ln' } },
    redacted: { anthropic: { redactedData: 'ZGF0YQ==' } },
    openai: { openai: { itemId: `rs_${index}`, reasoningEncryptedContent: 'ZW5j' } },
    google: { google: { thoughtSignature: 'c2ln' } },
  }[thought];
  if (thought === 'none') return [];
  return [
    { type: 'reasoning', text, ...(options === undefined ? {} : { providerOptions: options }) },
  ];
}
