import { fieldsOf } from '../json/json-fields.js';
import {
  aString,
  blockOf,
  byKind,
  fields,
  isAbsent,
  listOf,
  oneOf,
  optional,
  type Shape,
  stringOr,
} from '../json/shape.js';

const inputPart = blockOf({ input_text: fields({ text: aString }) });
const outputPart = blockOf({
  output_text: fields({ text: aString }),
  refusal: fields({ refusal: aString }),
});
const instruction = fields({
  type: oneOf('input_text', 'output_text', 'text'),
  text: aString,
});
const thought = listOf(
  fields({ type: oneOf('summary_text', 'reasoning_text', 'text'), text: aString }),
);
const answered = fields({ call_id: optional(aString), id: optional(aString) });

const instructions = fields({ content: stringOr(listOf(instruction)) });
const message = byKind(
  'role',
  {
    system: instructions,
    developer: instructions,
    user: fields({ content: stringOr(listOf(inputPart)) }),
    assistant: fields({ content: stringOr(listOf(outputPart)), id: optional(aString) }),
  },
  fields({ role: oneOf('user', 'assistant', 'system', 'developer') }),
);

const item = byKind(
  'type',
  {
    message,
    reasoning: fields({
      id: optional(aString),
      summary: optional(thought),
      content: optional(thought),
      encrypted_content: optional(aString),
    }),
    function_call: fields({ call_id: optional(aString), name: aString }),
    custom_tool_call: fields({ call_id: optional(aString), name: aString, input: aString }),
    function_call_output: fields({ call_id: aString }),
    custom_tool_call_output: fields({ call_id: aString }),
  },
  answered,
);

/** Items of the Responses API. */
export const responsesItems: Shape = listOf((value) => {
  const { type, role } = fieldsOf(value);
  return (isAbsent(type) && !isAbsent(role) ? message : item)(value);
});
