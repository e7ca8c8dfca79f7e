import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ConfigError, type SessionInfo } from '@everlong/core';
import { nearestName, showValue, suggestion } from '@everlong/core/internal';
import { isMap, LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';
import { agentSchema, type LoadedAgent } from './agent-schema.js';
import { errorText } from '../errors/error-text.js';
import { isMissingFile, missingFile } from '../errors/missing-file.js';
import { syntaxProblem } from './syntax-problem.js';

/** Where agent files are looked for: folders below `cwd`, the first one first. */
export interface AgentFolders {
  cwd: string;
  folders: readonly string[];
}

/** The key of a session's metadata under which the folder of its agent is kept. */
const metadataKey = 'agentsFolder';

/** The folders, followed by the one stored with the session, if any. */
export function withSessionFolder(
  { cwd, folders }: AgentFolders,
  session: Pick<SessionInfo, 'metadata'> | undefined,
): AgentFolders {
  const kept = session?.metadata?.[metadataKey];
  if (typeof kept !== 'string' || folders.includes(kept)) return { cwd, folders };
  return { cwd, folders: [...folders, kept] };
}

/** The metadata that stores where an agent was read from: none for the default folder. */
export function folderMetadata({ file }: LoadedAgent): Record<string, string> {
  const folder = file === undefined ? usualFolder : dirname(file);
  return folder === usualFolder ? {} : { [metadataKey]: folder };
}

/** The default folder of agent files. */
export const usualFolder = 'agents';

/**
 * Reads `<name>.yaml` from the first folder that has it. Rejects with `ConfigError`: for an invalid
 * file with its line, for a missing one (caused by ENOENT) with the names of the known agents.
 */
export async function loadAgent(
  name: string,
  { cwd, folders }: AgentFolders,
): Promise<LoadedAgent> {
  for (const folder of folders) {
    const file = join(folder, `${name}.yaml`);
    const text = await readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
      if (isMissingFile(error)) return undefined;
      throw new ConfigError(`${file} cannot be read: ${errorText(error)}`, error);
    });
    if (text !== undefined) return { ...parseAgent(text, file), file };
  }
  const known = await listAgents({ cwd, folders });
  throw new ConfigError(
    `There is no agent ${JSON.stringify(name)} in ${folders.join(' or ')}.` +
      `${suggestion(name, known)} ` +
      (known.length > 0
        ? `Agents: ${known.join(', ')}.`
        : `Write ${join(folders[0] ?? 'agents', `${name}.yaml`)} to make one.`),
    missingFile(),
  );
}

/** The names of the agents in some folders, sorted. */
export async function listAgents({ cwd, folders }: AgentFolders): Promise<string[]> {
  const names = new Set<string>();
  for (const folder of folders) {
    const files = await readdir(resolve(cwd, folder)).catch(() => []);
    for (const file of files) if (file.endsWith('.yaml')) names.add(file.slice(0, -5));
  }
  return [...names].toSorted();
}

/** The agent that a YAML text describes; `file` is its name in errors. */
function parseAgent(text: string, file: string): LoadedAgent {
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
  const [issue] = checked.error.issues;
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
  const isMissing = issue.path.length === 1 && !Object.hasOwn(Object(value), issue.path[0] ?? '');
  const name = issue.path.map(String).join('.') || 'the file';
  return {
    path: issue.path,
    problem: isMissing ? `${name}: it is missing. Write one.` : `${name}: ${mistake(issue, value)}`,
  };
}

/** What is wrong with the value at an issue's path. */
function mistake(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'custom') return issue.message;
  if (issue.code !== 'invalid_type') return `${issue.message}.`;
  const found = issue.path.reduce<unknown>((within, key) => Object(within)[key], value);
  const wanted =
    issue.expected === 'object' ? 'a block of lines "key: value", indented below it' : 'a text';
  return `must be ${wanted}, not ${showValue(found)}.`;
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
