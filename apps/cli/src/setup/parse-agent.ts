import { ConfigError } from '@everlong/core';
import { nearestName, showValue, suggestion } from '@everlong/core/internal';
import { isMap, LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';
import { agentSchema, type LoadedAgent } from './agent-schema.js';
import { syntaxProblem } from './syntax-problem.js';

/**
 * The agent that a YAML text describes; `file` is its name in errors. Throws `ConfigError` with the
 * line of the first mistake.
 */
export function parseAgent(text: string, file: string): LoadedAgent {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const syntaxError = document.errors[0];
  if (syntaxError !== undefined) {
    const { line } = lines.linePos(syntaxError.pos[0]);
    throw new ConfigError(`${file}:${line}: ${syntaxProblem(syntaxError)}`);
  }
  if (document.contents === null) {
    throw new ConfigError(
      `${file}:1: the file is empty. Write at least the agent's name: name: assistant`,
    );
  }
  const { known, unknownBlocks } = takeBlocks(toValue(document, file));
  const checked = agentSchema.safeParse(known);
  if (checked.success) return { ...checked.data, unknownBlocks };
  const issue = firstIssue(checked.error.issues, known);
  if (issue === undefined) throw checked.error;
  const { path, problem } = explain(issue, known);
  const { line } = lines.linePos(offsetOf(document, path) ?? 0);
  throw new ConfigError(`${file}:${line}: ${problem}`);
}

/** The value of a document. Throws `ConfigError` for unresolved or excessive aliases. */
function toValue(document: Document, file: string): unknown {
  try {
    return document.toJS() ?? {};
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${file}: ${problem}. Write the values out.`, error);
  }
}

/** Separates unknown blocks, except likely misspellings, which remain to be reported. */
function takeBlocks(value: unknown): { known: unknown; unknownBlocks: string[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { known: value, unknownBlocks: [] };
  }
  const names = Object.keys(agentSchema.shape);
  const unknownBlocks = Object.entries(value)
    .filter(([name, block]) => typeof block === 'object' && block !== null && !names.includes(name))
    .map(([name]) => name)
    .filter((name) => nearestName(name, names) === undefined);
  const rest = Object.entries(value).filter(([name]) => !unknownBlocks.includes(name));
  return { known: Object.fromEntries(rest), unknownBlocks };
}

/** The first mistake: where something is missing, the misspelt key beside it. */
function firstIssue(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
): z.core.$ZodIssue | undefined {
  const [first] = issues;
  if (first === undefined || !isMissing(value, first.path)) return first;
  const beside = first.path.slice(0, -1).join('.');
  const misspelt = issues.find(
    ({ code, path }) => code === 'unrecognized_keys' && path.join('.') === beside,
  );
  return misspelt ?? first;
}

function explain(
  issue: z.core.$ZodIssue,
  value: unknown,
): { path: PropertyKey[]; problem: string } {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const known = keysAt(issue.path);
    return {
      path: [...issue.path, key],
      problem:
        `unknown key "${[...issue.path, key].map(String).join('.')}".` +
        `${suggestion(key, known)} Known here: ${known.join(', ')}.`,
    };
  }
  const name = issue.path.map(String).join('.') || 'the file';
  return {
    path: issue.path,
    problem: isMissing(value, issue.path)
      ? `${name}: it is missing. Write one.`
      : `${name}: ${mistake(issue, value)}`,
  };
}

/** What is wrong with the value at an issue's path. */
function mistake(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'custom') return issue.message;
  if (issue.code !== 'invalid_type') return `${issue.message}.`;
  const found = valueAt(value, issue.path);
  if (issue.expected !== 'object') return `must be a text, not ${showValue(found)}.`;
  const place = issue.path.length === 0 ? '' : ', indented below it';
  return `must be a block of lines "key: value"${place}, not ${showValue(found)}.`;
}

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  return path.length > 0 && valueAt(value, path) === undefined;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((within, key) => Object(within)[key], value);
}

/** The keys that the schema knows at a path. */
function keysAt(path: readonly PropertyKey[]): string[] {
  let schema: unknown = agentSchema;
  for (const key of path) schema = unwrap((unwrap(schema) as { shape: object }).shape, key);
  return Object.keys((unwrap(schema) as { shape?: object }).shape ?? {});
}

function unwrap(schema: unknown, key?: PropertyKey): unknown {
  const inner = key === undefined ? schema : (schema as Record<PropertyKey, unknown>)[key];
  if (typeof inner !== 'object' || inner === null || !('unwrap' in inner)) return inner;
  return (inner as { unwrap(): unknown }).unwrap();
}

/** Where the key at a path is in the text, else the nearest part around it that exists. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number | undefined {
  let node: unknown = document.contents;
  let offset: number | undefined;
  for (const step of path) {
    if (!isMap(node)) break;
    const pair = node.items.find((item) => String(item.key) === String(step));
    if (pair === undefined) break;
    offset = (pair.key as { range?: [number, number, number] }).range?.[0] ?? offset;
    node = pair.value;
  }
  return offset;
}
