import {
  aBoolean,
  anObject,
  aString,
  fields,
  listOf,
  oneOf,
  optional,
  type Shape,
  stringOr,
} from '../json/shape.js';

const inlineData = fields({ data: aString, mimeType: optional(aString) });
const fileData = fields({ fileUri: aString, mimeType: optional(aString) });
const file = { inlineData: optional(inlineData), fileData: optional(fileData) };

const part = fields({
  ...file,
  text: optional(aString),
  thought: optional(aBoolean),
  thoughtSignature: optional(aString),
  functionCall: optional(
    fields({ name: aString, id: optional(aString), args: optional(anObject) }),
  ),
  functionResponse: optional(
    fields({
      name: aString,
      id: optional(aString),
      response: optional(anObject),
      parts: optional(listOf(fields(file))),
    }),
  ),
  executableCode: optional(anObject),
  codeExecutionResult: optional(anObject),
});

/** Contents of `generateContent`. */
export const geminiContents: Shape = listOf(
  fields({ role: optional(oneOf('user', 'model', 'function', 'tool')), parts: listOf(part) }),
);

/** The content that is a request's system instruction. */
export const geminiInstruction: Shape = stringOr(
  fields({ parts: listOf(fields({ text: aString })) }),
);
