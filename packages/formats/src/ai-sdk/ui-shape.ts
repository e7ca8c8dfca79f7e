import { fieldsOf, isFields } from '../json/json-fields.js';
import {
  aBoolean,
  anObject,
  aString,
  byKind,
  fields,
  listOf,
  oneOf,
  optional,
  recordOf,
  type Shape,
} from '../json/shape.js';
import { isToolPart } from '../parts/ui-tool-part.js';

const metadata = optional(recordOf(optional(anObject)));
const text = fields({ text: aString, providerMetadata: metadata });
const file = {
  mediaType: aString,
  filename: optional(aString),
  providerReference: optional(anObject),
  providerMetadata: metadata,
};
const storedFile = fields({ ...file, url: optional(aString) });
const sentFile = fields({ ...file, url: aString });
const anyFile: Shape = (value) =>
  (isFields(fieldsOf(value)['providerReference']) ? storedFile : sentFile)(value);

const call = {
  toolCallId: aString,
  state: oneOf(
    'input-streaming',
    'input-available',
    'approval-requested',
    'approval-responded',
    'output-available',
    'output-error',
    'output-denied',
  ),
  errorText: optional(aString),
  providerExecuted: optional(aBoolean),
  callProviderMetadata: metadata,
  resultProviderMetadata: metadata,
  approval: optional(
    fields({
      id: aString,
      approved: optional(aBoolean),
      reason: optional(aString),
      signature: optional(aString),
    }),
  ),
};
const tool = fields(call);
const dynamicTool = fields({ ...call, toolName: aString });

const part = byKind(
  'type',
  { text, reasoning: text, file: anyFile, 'dynamic-tool': dynamicTool },
  (value) => (isToolPart(fieldsOf(value)) ? tool(value) : undefined),
);

/** UI messages of the AI SDK, as its versions 5 to 7 have them. */
export const uiMessage: Shape = fields({
  role: oneOf('system', 'user', 'assistant'),
  parts: listOf(part),
});
