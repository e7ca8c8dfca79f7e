import { type ModelMessage, type Store, toolCallsOf, toolResultsOf } from '@everlong/core';
import { parseJson } from '@everlong/core/internal';
import { type ResolvedTool, resolveTools, type ToolsInput } from '@everlong/tokenizer';

import type { SessionWork } from '../session-work/session-work.js';
import { lastNote } from '../state/last-note.js';

/** The tool by which a model finds tools that are not sent, and loads them. */
const TOOL_SEARCH = 'tool_search';

/** The tools that a request sends where the others wait to be found. */
export interface DeferredTools {
  names: string[];
  tools: ResolvedTool[];
  /** Why these are not those of the request before. */
  change?: string;
}

/**
 * The search tool, the tools that the model has called in what is sent, and those that it has
 * loaded: records the choice where it is another one. Tools are loaded at most once a turn, since
 * each time begins an epoch.
 */
export async function deferTools(work: SessionWork, tools: unknown): Promise<DeferredTools> {
  const { logs, config, record } = work;
  const { sessionId, groups } = logs.current;
  const all = resolveTools((tools === undefined ? {} : tools) as ToolsInput);
  const known = new Set(all.map(({ name }) => name));
  const messages = groups.list().flatMap(({ entries }) => entries.map(({ message }) => message));
  const turnSeq = groups.list().findLast(({ startsTurn }) => startsTurn)?.from ?? -1;
  const last = await lastChoice(config.store, sessionId);
  const current = (last?.names ?? []).filter((name) => known.has(name));
  const wanted = [...calledIn(messages), ...loadedIn(messages)].filter(
    (name) => known.has(name) && name !== TOOL_SEARCH,
  );
  const added = [...new Set(wanted)].filter((name) => !current.includes(name));
  const isDue = added.length > 0 && (last === undefined || last.turnSeq !== turnSeq);
  const names = isDue ? [...current, ...added] : current;
  if (isDue || last === undefined) {
    const value = { names, turnSeq: last === undefined && added.length === 0 ? -1 : turnSeq };
    await record({ type: 'note', name: NOTE, value });
  }
  const search = all.find(({ name }) => name === TOOL_SEARCH) ?? SEARCH;
  const sent = [search, ...all.filter(({ name }) => name !== TOOL_SEARCH && names.includes(name))];
  return {
    names: sent.map(({ name }) => name),
    tools: sent,
    ...(isDue ? { change: `tools were loaded: ${added.join(', ')}` } : {}),
  };
}

const NOTE = 'active-tools';

/** Stands for the caller's own where there is none, so that its size is counted. */
const SEARCH: ResolvedTool = {
  name: TOOL_SEARCH,
  description: 'Finds tools by what they do, and loads them for later use.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
};

interface Choice {
  names: string[];
  /** The question in whose turn it was made; -1 for the first one. */
  turnSeq: number;
}

async function lastChoice(store: Store, sessionId: string): Promise<Choice | undefined> {
  const { names, turnSeq } = (await lastNote(store, sessionId, NOTE))?.value ?? {};
  return Array.isArray(names) ? { names: names.map(String), turnSeq: Number(turnSeq) } : undefined;
}

function calledIn(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap(toolCallsOf).map(({ toolName }) => toolName);
}

/** The tools that the search tool said it loaded: `{ loaded: [{ name }] }`. */
function loadedIn(messages: readonly ModelMessage[]): string[] {
  return messages
    .flatMap(toolResultsOf)
    .filter(({ toolName }) => toolName === TOOL_SEARCH)
    .flatMap(({ output }) => ('value' in output ? namesIn(output.value) : []));
}

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return namesIn(parseJson(value));
  const { loaded } = (value ?? {}) as { loaded?: unknown };
  if (!Array.isArray(loaded)) return [];
  return loaded.map((item: unknown) =>
    typeof item === 'string' ? item : String((item as { name?: unknown } | null)?.name),
  );
}
