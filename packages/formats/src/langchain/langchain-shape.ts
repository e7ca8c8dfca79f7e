import {
  anything,
  aString,
  byKind,
  fields,
  listOf,
  oneOf,
  optional,
  type Shape,
  stringOr,
} from '../json/shape.js';

const text = fields({ text: aString });
const data = fields({ source_type: optional(oneOf('base64', 'url', 'text', 'id')) });
const block = stringOr(byKind('type', { text, image: data, audio: data, video: data, file: data }));
const said: Shape = (value) => (Array.isArray(value) ? listOf(block)(value) : anything(value));
const call = fields({
  id: optional(aString),
  name: aString,
  type: optional(oneOf('tool_call')),
});

const instructions = fields({
  content: (value) =>
    Array.isArray(value)
      ? listOf(stringOr(fields({ type: optional(oneOf('text')), text: aString })))(value)
      : anything(value),
});
const message = fields({ content: said });
const answer = fields({ content: said, tool_calls: optional(listOf(call)) });
const result = fields({
  content: said,
  tool_call_id: optional(aString),
  name: optional(aString),
});

/** The fields of messages, by role. */
export const langchainMessages: Shape = listOf(
  byKind(
    'role',
    { system: instructions, developer: instructions, assistant: answer, tool: result },
    message,
  ),
);
