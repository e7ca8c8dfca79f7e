import { fieldsOf } from '../json/json-fields.js';
import {
  anything,
  aString,
  blockOf,
  byKind,
  fields,
  listOf,
  oneOf,
  optional,
  type Shape,
  stringOr,
} from '../json/shape.js';

const part = blockOf({
  text: fields({ text: aString }),
  refusal: fields({ refusal: aString }),
});

const called = { id: optional(aString), type: optional(aString) };
const functionCall = fields({ ...called, function: fields({ name: aString }) });
const customCall = fields({ ...called, custom: fields({ name: aString }) });
const call: Shape = (value) =>
  (fieldsOf(value)['type'] === 'custom' ? customCall : functionCall)(value);

const instructions = fields({
  content: (value) =>
    Array.isArray(value)
      ? listOf(fields({ type: optional(oneOf('text')), text: aString }))(value)
      : anything(value),
});
const result = fields({ tool_call_id: optional(aString), name: optional(aString) });

/** Messages of the Chat Completions API. */
export const chatMessages = listOf(
  byKind(
    'role',
    {
      system: instructions,
      developer: instructions,
      user: fields({ content: optional(stringOr(listOf(part))) }),
      assistant: fields({
        content: optional(stringOr(listOf(part))),
        refusal: optional(aString),
        tool_calls: optional(listOf(call)),
        function_call: optional(fields({ name: aString })),
      }),
      tool: result,
      function: result,
    },
    fields({ role: oneOf('system', 'developer', 'user', 'assistant', 'tool') }),
  ),
);
