import { list, entriesOf, flag, must, object, type ShapeCheck, text } from '../base/check-shape.js';
import { UnsupportedFormatError } from '../base/errors.js';
import { fieldsOf } from '../base/fields-of.js';
import { isObject } from '../base/is-object.js';
import { showValue as show } from '../base/show-value.js';
import type { ModelMessage } from './message.js';

const anything: ShapeCheck = () => undefined;
const plainObject = must('an object', isPlainObject);
const plainObjects = entriesOf(plainObject);
const options = {
  providerOptions: (value: unknown) => plainObject(value) ?? plainObjects(value),
};
const fileData = must('a string, bytes, a URL or an object', (value) => {
  const isBytes = value instanceof Uint8Array || value instanceof ArrayBuffer;
  return typeof value === 'string' || isBytes || value instanceof URL || isPlainObject(value);
});

const textPart = object({ text }, options);
const file = object({ data: fileData, mediaType: text }, { filename: text, ...options });
const image = object({ image: fileData }, { mediaType: text, ...options });
const reasoning = object({ text }, options);
const call = { toolCallId: text, toolName: text };
const toolCall = object({ ...call, input: anything }, { providerExecuted: flag, ...options });
const textOutput = object({ value: text }, options);
const jsonOutput = object({ value: anything }, options);
const content = list(byType({ text: textPart }, { text: textPart }), 'a list of parts');
const outputs = {
  text: textOutput,
  'error-text': textOutput,
  json: jsonOutput,
  'error-json': jsonOutput,
  'execution-denied': object({}, { reason: text }),
  content: object({ value: content }),
};
const output: ShapeCheck = (value) => {
  const { type } = fieldsOf(value);
  if (typeof type === 'string' && Object.hasOwn(outputs, type)) {
    return outputs[type as keyof typeof outputs](value);
  }
  const expected = `an output of type ${Object.keys(outputs).join(', ')}`;
  return { path: [], expected, value };
};
const toolResult = object({ ...call, output }, options);

const parts = {
  text: textPart,
  file,
  image,
  reasoning,
  'tool-call': toolCall,
  'tool-result': toolResult,
};
const userParts = partsOf('text', 'file', 'image');
const assistantParts = partsOf('text', 'file', 'reasoning', 'tool-call', 'tool-result');
const messages = {
  system: object({ content: text }, options),
  user: object({ content: textOr(userParts) }, options),
  assistant: object({ content: textOr(assistantParts) }, options),
  tool: object({ content: partsOf('tool-result') }, options),
} as const;

/**
 * Returns the value itself, typed, when it has the shape of a message; throws
 * `UnsupportedFormatError` naming the place and the value when it does not. `name` is what the
 * error calls the message.
 */
export function parseMessage(value: unknown, name = 'message'): ModelMessage {
  const role = isObject(value) && 'role' in value ? value['role'] : value;
  if (typeof role !== 'string' || !Object.hasOwn(messages, role)) {
    throw new UnsupportedFormatError(
      `${name === 'message' ? 'A message' : name} needs a role of system, user, assistant or tool, not ${show(role)}.`,
    );
  }
  const fault = messages[role as keyof typeof messages](value);
  if (fault === undefined) return value as ModelMessage;
  const place = [name, ...fault.path].join('.');
  throw new UnsupportedFormatError(
    `${place} of a message with role ${role} is not valid: it needs ${fault.expected}. ` +
      `Found ${show(fault.value)}.`,
  );
}

/** The content of a role with parts of these types. */
function partsOf(...types: (keyof typeof parts)[]): ShapeCheck {
  const own = Object.fromEntries(types.map((type) => [type, parts[type]]));
  return list(byType(own, parts), 'a list of parts');
}

function textOr(check: ShapeCheck): ShapeCheck {
  return (value) => {
    if (typeof value === 'string') return undefined;
    return Array.isArray(value)
      ? check(value)
      : must('a string or a list of parts', () => false)(value);
  };
}

/** A part by its type; one that a newer AI SDK may bring is kept as it is: nothing is lost. */
function byType(
  own: Readonly<Record<string, ShapeCheck>>,
  known: Readonly<Record<string, ShapeCheck>>,
): ShapeCheck {
  const names = Object.keys(own).join(', ');
  return (value) => {
    const { type } = fieldsOf(value);
    if (typeof type === 'string' && Object.hasOwn(own, type)) return own[type]?.(value);
    const isOther = typeof type === 'string' && !Object.hasOwn(known, type);
    return isOther ? undefined : { path: [], expected: `a part of type ${names}`, value };
  };
}

function isPlainObject(value: unknown): boolean {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
