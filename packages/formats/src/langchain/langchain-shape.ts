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
import { fieldsOf, isFields } from '../json/json-fields.js';
import { isCachePoint } from './cache-point.js';

const text = fields({ text: aString });
const data = fields({ source_type: optional(oneOf('base64', 'url', 'text', 'id')) });
const block = stringOr(blockOf({ text, image: data, audio: data, video: data, file: data }));
const said: Shape = (value) => (Array.isArray(value) ? listOf(block)(value) : anything(value));
const ownCall = fields({
  id: optional(aString),
  name: aString,
  type: optional(oneOf('tool_call')),
});
const openAiCall = fields({ id: optional(aString), function: fields({ name: aString }) });
/** LangChain takes calls as OpenAI writes them, too. */
const call: Shape = (value) =>
  (isFields(fieldsOf(value)['function']) ? openAiCall : ownCall)(value);

const instructionText = stringOr(fields({ type: optional(oneOf('text')), text: aString }));
const instruction: Shape = (value) => (isCachePoint(value) ? undefined : instructionText(value));
const instructions = fields({
  content: (value) => (Array.isArray(value) ? listOf(instruction)(value) : anything(value)),
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
