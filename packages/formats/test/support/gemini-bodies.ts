import fc from 'fast-check';

import { PNG } from './conversations.js';

const text = fc.string({ minLength: 1, maxLength: 12 });
const extra = fc.constantFrom<object>({}, {}, {}, { partMetadata: { a: 1 } });
const signature = fc.constantFrom<object>({}, {}, { thoughtSignature: 'c2ln' });
const textPart = fc.tuple(text, extra).map(([value, rest]) => ({ text: value, ...rest }));
const media = fc.constantFrom<object>(
  { inlineData: { mimeType: 'image/png', data: PNG } },
  { inlineData: { mimeType: 'image/png', data: PNG, displayName: 'a' } },
  { fileData: { mimeType: 'video/mp4', fileUri: 'https://example.com/a' } },
  { fileData: { fileUri: 'https://example.com' }, videoMetadata: { fps: 1 } },
  { fileData: { mimeType: 'application/pdf', fileUri: 'files/abc' } },
  { audioTranscription: { text: 'a' } },
);

const user = fc
  .array(fc.oneof(textPart, media), { minLength: 1, maxLength: 3 })
  .map((parts) => [{ role: 'user', parts }]);

const said = fc.oneof(
  fc.tuple(textPart, signature).map(([part, signed]) => ({ ...part, ...signed })),
  fc.tuple(text, signature).map(([value, signed]) => ({ text: value, thought: true, ...signed })),
  fc.constantFrom<object>(
    { text: '', thoughtSignature: 'c2ln' },
    { inlineData: { mimeType: 'image/png', data: PNG }, thoughtSignature: 'c2ln' },
    { toolCall: { toolType: 'GOOGLE_SEARCH', id: 'a' } },
    { executableCode: { language: 'PYTHON', code: '1' } },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
  ),
);

const answer = fc
  .array(said, { minLength: 1, maxLength: 3 })
  .map((parts) => [{ role: 'model', parts }]);

const response = fc.constantFrom<object>(
  { response: { output: 'done' } },
  { response: { output: { a: 1 } } },
  { response: { error: 'ENOENT' } },
  { response: { error: { code: 1 } } },
  { response: { result: 'done' } },
  { response: {} },
  { response: { output: 'seen' }, parts: [{ inlineData: { mimeType: 'image/png', data: PNG } }] },
  { response: { a: 1 }, parts: [{ inlineData: { mimeType: 'image/png', data: PNG } }] },
);

const exchange = fc
  .record({
    before: fc.array(said, { maxLength: 2 }),
    calls: fc.array(
      fc.record({
        name: fc.constantFrom('read', 'a-b_C9'),
        args: fc.constantFrom<object>({}, { args: {} }, { args: { path: 'a', n: [1] } }),
        response,
      }),
      { minLength: 1, maxLength: 4 },
    ),
    named: fc.boolean(),
    behind: fc.array(fc.oneof(textPart, media), { maxLength: 2 }),
  })
  .map(({ before, calls, named, behind }) => (at: number) => {
    const idOf = (index: number): object => (named ? { id: `call_${at}_${index}` } : {});
    return [
      {
        role: 'model',
        parts: [
          ...before,
          ...calls.map(({ name, args }, index) => ({
            functionCall: { ...idOf(index), name, ...args },
            thoughtSignature: index === 0 ? 'c2ln' : undefined,
          })),
        ],
      },
      {
        role: 'user',
        parts: [
          ...calls.map(({ name, response: answered }, index) => ({
            functionResponse: { ...idOf(index), name, ...answered },
          })),
          ...behind,
        ],
      },
    ];
  });

const head = fc.constantFrom<object>(
  {},
  { config: { systemInstruction: 'Be brief.' } },
  { config: { systemInstruction: { role: 'user', parts: [{ text: 'Be brief.' }] } } },
  { config: { systemInstruction: { parts: [{ text: 'Be brief.' }, { text: 'Be kind.' }] } } },
);

/** Requests of `@google/genai`, with parts and fields that everlong does not know. */
export const geminiBodies: fc.Arbitrary<object> = fc
  .tuple(
    head,
    fc.array(
      fc.oneof<fc.Arbitrary<object[] | ((at: number) => object[])>[]>(
        user,
        fc.tuple(user, answer).map(([asked, answered]) => [...asked, ...answered]),
        fc.tuple(user, exchange).map(([asked, made]) => (at: number) => [...asked, ...made(at)]),
      ),
      { maxLength: 6 },
    ),
  )
  .map(([instructions, items]) => ({
    ...instructions,
    contents: [
      { role: 'user', parts: [{ text: 'Begin.' }] },
      ...items.flatMap((item, at) => (typeof item === 'function' ? item(at) : item)),
      { role: 'user', parts: [{ text: 'Go on.' }] },
    ],
  }));
