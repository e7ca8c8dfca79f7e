import { type Fields, fieldsOf, isFields, textOf, scalarText } from '../json/json-fields.js';
import { misfitError } from '../messages/check-shape.js';
import type { LangChainShape } from './langchain-message.js';

export const LANGCHAIN = 'langchain';

/** Roles of messages, by all names that LangChain has for them. */
const roles: ReadonlyMap<string, string> = new Map([
  ['human', 'user'],
  ['user', 'user'],
  ['ai', 'assistant'],
  ['assistant', 'assistant'],
  ['system', 'system'],
  ['developer', 'developer'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

/** LangChain's names of our roles. */
const types: Readonly<Record<string, readonly [type: string, className: string]>> = {
  user: ['human', 'HumanMessage'],
  assistant: ['ai', 'AIMessage'],
  system: ['system', 'SystemMessage'],
  tool: ['tool', 'ToolMessage'],
};

/** A message without its envelope. */
export interface Opened {
  role: string;
  /** Content, calls, and everything else that its shape holds. */
  fields: Fields;
}

/**
 * Opens a message object, a stored or serialized one, `{ role, content }` or `[role, content]`.
 * `place` is what an error calls it.
 */
export function openEnvelope(value: unknown, place: string): Opened {
  const message = openAny(value);
  if (message !== undefined) return message;
  const expected = 'a human, ai, system or tool message';
  throw misfitError(LANGCHAIN, place, { path: [], expected, found: value });
}

function openAny(value: unknown): Opened | undefined {
  if (typeof value === 'string') return { role: 'user', fields: { content: value } };
  if (Array.isArray(value)) return opened(value[0], { content: value[1] });
  const fields = fieldsOf(value);
  const { lc, kwargs, id, data, type, role } = fields;
  if (lc === 1 && isFields(kwargs) && Array.isArray(id)) {
    const name = scalarText(id.at(-1)).replace(/Message(?:Chunk)?$/, '');
    return opened(name.toLowerCase(), kwargs);
  }
  if (isFields(data) && typeof type === 'string') return opened(type, data);
  const {
    _getType: oldType,
    getType,
    lc_kwargs,
  } = fields as {
    _getType?: unknown;
    getType?: unknown;
    lc_kwargs?: unknown;
  };
  const live = typeof getType === 'function' ? getType : oldType;
  if (typeof live === 'function' || isFields(lc_kwargs)) {
    const name: unknown = typeof live === 'function' ? live.call(value) : type;
    return opened(name, ownFields(fields));
  }
  const { type: _type, role: _role, ...rest } = fields;
  return opened(role ?? type, rest);
}

/** The data fields of a message object, without those of its class. */
function ownFields(message: Fields): Fields {
  return Object.fromEntries(
    Object.entries(message).filter(
      ([key, value]) =>
        !key.startsWith('lc_') &&
        key !== 'type' &&
        value !== undefined &&
        typeof value !== 'function',
    ),
  );
}

function opened(name: unknown, fields: Fields): Opened | undefined {
  const role = roles.get(textOf(name) ?? '') ?? roles.get(textOf(fields['role']) ?? '');
  return role === undefined ? undefined : { role, fields };
}

/** The message in one of LangChain's shapes. */
export function closeEnvelope({ role, ...fields }: Fields, shape: LangChainShape): Fields {
  if (shape === 'message') return { role, ...fields };
  const [type, className] = types[scalarText(role)] ?? ['human', 'HumanMessage'];
  return shape === 'stored'
    ? { type, data: fields }
    : {
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'messages', className],
        kwargs: fields,
      };
}
