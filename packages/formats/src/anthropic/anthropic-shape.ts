import {
  aBoolean,
  anObject,
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

const text = fields({ text: aString });
const file = fields({ source: fields({ type: aString, media_type: optional(aString) }) });
const inline = { text, image: file, document: file };
const call = fields({ id: aString, name: aString });
const hostedCall = fields({ id: aString, name: aString, input: optional(anObject) });

const userBlock = blockOf({
  ...inline,
  tool_result: fields({
    tool_use_id: aString,
    is_error: optional(aBoolean),
    content: optional(stringOr(listOf(blockOf(inline)))),
  }),
});

const assistantBlock = blockOf(
  {
    text,
    thinking: fields({ thinking: aString, signature: optional(aString) }),
    redacted_thinking: fields({ data: aString }),
    tool_use: call,
    server_tool_use: hostedCall,
    mcp_tool_use: hostedCall,
  },
  // Results of tools that Anthropic runs have a type each.
  fields({ tool_use_id: optional(aString) }),
);

/** Messages of the Messages API. */
export const anthropicMessages: Shape = listOf(
  byKind(
    'role',
    {
      user: fields({ content: stringOr(listOf(userBlock)) }),
      assistant: fields({ content: stringOr(listOf(assistantBlock)) }),
      system: fields({ content: optional(stringOr(listOf(blockOf({ text })))) }),
    },
    fields({ role: oneOf('user', 'assistant', 'system') }),
  ),
);

/** The instructions of a body. */
export const anthropicSystem: Shape = optional(
  stringOr(listOf(fields({ type: optional(oneOf('text')), text: aString }))),
);
