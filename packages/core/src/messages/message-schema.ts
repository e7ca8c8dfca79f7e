import { z } from 'zod';
import { UnsupportedFormatError } from '../base/errors.js';
import { showValue as show } from '../base/show-value.js';
import type { ModelMessage } from './message.js';

const providerOptions = z.record(z.string(), z.record(z.string(), z.unknown())).optional();
const textPart = z.looseObject({ type: z.literal('text'), text: z.string(), providerOptions });
const bytes = z.union([z.string(), z.instanceof(Uint8Array), z.instanceof(ArrayBuffer)]);
const fileData = z.union([bytes, z.instanceof(URL), z.record(z.string(), z.unknown())]);
const file = z.looseObject({
  type: z.literal('file'),
  data: fileData,
  mediaType: z.string(),
  filename: z.string().optional(),
  providerOptions,
});
const image = z.looseObject({
  type: z.literal('image'),
  image: fileData,
  mediaType: z.string().optional(),
  providerOptions,
});
const toolCall = z.looseObject({
  type: z.literal('tool-call'),
  toolCallId: z.string(),
  toolName: z.string(),
  input: z.unknown(),
  providerExecuted: z.boolean().optional(),
  providerOptions,
});
const textOutput = { value: z.string(), providerOptions };
const jsonOutput = { value: z.unknown(), providerOptions };
const toolResult = z.looseObject({
  type: z.literal('tool-result'),
  toolCallId: z.string(),
  toolName: z.string(),
  output: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('text'), ...textOutput }),
    z.looseObject({ type: z.literal('error-text'), ...textOutput }),
    z.looseObject({ type: z.literal('json'), ...jsonOutput }),
    z.looseObject({ type: z.literal('error-json'), ...jsonOutput }),
    z.looseObject({ type: z.literal('execution-denied'), reason: z.string().optional() }),
    z.looseObject({
      type: z.literal('content'),
      value: z.array(z.union([textPart, z.looseObject({ type: otherThan('text') })])),
    }),
  ]),
  providerOptions,
});
const reasoning = z.looseObject({
  type: z.literal('reasoning'),
  text: z.string(),
  providerOptions,
});

/** A part that a newer AI SDK may bring is kept as it is, so that nothing is lost. */
const other = z.looseObject({
  type: otherThan('text', 'file', 'image', 'tool-call', 'tool-result', 'reasoning'),
});

function otherThan(...known: string[]): z.ZodString {
  return z.string().refine((type) => !known.includes(type), { abort: true });
}

const schemas = {
  system: z.looseObject({ role: z.literal('system'), content: z.string(), providerOptions }),
  user: z.looseObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(z.union([textPart, file, image, other]))]),
    providerOptions,
  }),
  assistant: z.looseObject({
    role: z.literal('assistant'),
    content: z.union([
      z.string(),
      z.array(z.union([textPart, file, reasoning, toolCall, toolResult, other])),
    ]),
    providerOptions,
  }),
  tool: z.looseObject({
    role: z.literal('tool'),
    content: z.array(z.union([toolResult, other])),
    providerOptions,
  }),
} as const;

/**
 * Returns the value itself, typed, when it has the shape of a message; throws
 * `UnsupportedFormatError` naming the place and the value when it does not. `name` is what the
 * error calls the message.
 */
export function parseMessage(value: unknown, name = 'message'): ModelMessage {
  const role = typeof value === 'object' && value !== null && 'role' in value ? value.role : value;
  if (typeof role !== 'string' || !Object.hasOwn(schemas, role)) {
    throw new UnsupportedFormatError(
      `${name === 'message' ? 'A message' : name} needs a role of system, user, assistant or tool, not ${show(role)}.`,
    );
  }
  const checked = schemas[role as keyof typeof schemas].safeParse(value);
  if (checked.success) return value as ModelMessage;
  const { path, message } = deepestIssue(checked.error.issues);
  const place = [name, ...path.map(String)].join('.');
  throw new UnsupportedFormatError(
    `${place} of a message with role ${role} is not valid: ${message}. ` +
      `Found ${show(valueAt(value, path))}.`,
  );
}

type Issue = { path: PropertyKey[]; message: string };

/**
 * A union reports every branch; the one of the value's own type, else the one that got furthest,
 * names the real problem.
 */
function deepestIssue(issues: readonly z.core.$ZodIssue[], base: PropertyKey[] = []): Issue {
  let best: Issue = { path: base, message: 'unexpected shape' };
  for (const issue of issues) {
    const path = [...base, ...issue.path];
    const branches = issue.code === 'invalid_union' ? ofOwnType(issue.errors) : [];
    const candidates =
      branches.length > 0
        ? branches.map((branch) => deepestIssue(branch, path))
        : [{ path, message: issue.message }];
    for (const candidate of candidates) {
      if (candidate.path.length >= best.path.length) best = candidate;
    }
  }
  return best;
}

function ofOwnType(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue[][] {
  const matching = branches.filter(
    (branch) => !branch.some(({ path }) => path.length === 1 && path[0] === 'type'),
  );
  return matching.length > 0 ? matching : branches;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (current, key) =>
      typeof current === 'object' && current !== null
        ? (current as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}
