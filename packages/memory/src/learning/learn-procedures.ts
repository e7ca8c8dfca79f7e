import {
  isErrorOutput,
  type MemoryEntry,
  type StoredFact,
  toolCallsOf,
  toolOutputText,
  toolResultsOf,
} from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import { objectKey, PROJECT } from '../facts/fact-keys.js';
import { change, type FactPlan, loadFacts } from '../facts/fact-plan.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { foldWords } from '../text/fold-words.js';
import { shortLine } from '../text/stored-text.js';
import { readEntry } from './read-entry.js';

/** Failures of a tool in a session that wait for a success; the oldest are dropped. */
const MAX_WAITING = 20;

const MAX_TASK = 160;

/**
 * Learns from tool runs: a failure waits until a similar call of its session succeeds; both make a
 * learning. Later successes of a learned command, in any session, count for it.
 */
export async function learnProcedures(
  context: MemoryContext,
  scope: string,
  plan: FactPlan,
  runs: readonly ToolRun[],
  entries: readonly MemoryEntry[],
): Promise<void> {
  if (runs.length === 0) return;
  await loadFacts(plan, { kind: 'procedure' });
  for (const run of runs) {
    if (!run.isFailure) countSuccess(context, plan, run);
    else noteFailure(context, plan, run, await taskOf(context, scope, run, entries));
  }
}

function noteFailure(context: MemoryContext, plan: FactPlan, run: ToolRun, task: string): void {
  const waiting = waitingFailures(plan, run);
  if (waiting.some((fact) => objectKey(fact.object) === objectKey(run.command))) return;
  for (const fact of waiting.slice(0, waiting.length - MAX_WAITING + 1)) {
    change(plan, { ...fact, retiredAt: context.now(), validTo: run.createdAt });
  }
  const predicate = `${run.toolName} failed`;
  change(plan, {
    id: plan.nextId++,
    subject: task,
    predicate,
    object: run.command,
    text: `${run.toolName} \`${run.command}\` failed: ${run.reason}`,
    kind: 'procedure',
    cardinality: 'many',
    isNegated: true,
    validFrom: run.createdAt,
    recordedAt: context.now(),
    derivedFrom: [],
    isStale: false,
    isDisputed: false,
    isDated: false,
    confidence: 0.5,
    importance: 0.4,
    trust: 'tool',
    sources: [sourceOf(run)],
    uses: 0,
    successes: 0,
    slot: `${PROJECT}|${predicate}`,
    entities: [],
    terms: [],
  });
}

function countSuccess(context: MemoryContext, plan: FactPlan, run: ToolRun): void {
  const key = objectKey(run.command);
  const known = procedures(plan).find((fact) => !fact.isNegated && objectKey(fact.object) === key);
  const failure = waitingFailures(plan, run).findLast(({ object }) =>
    areSimilar(object, run.command),
  );
  if (known !== undefined) {
    change(plan, { ...known, successes: known.successes + 1, validFrom: run.createdAt });
  }
  if (failure === undefined) return;
  change(plan, { ...failure, retiredAt: context.now(), validTo: run.createdAt });
  if (known !== undefined || objectKey(failure.object) === key) return;
  const predicate = `${run.toolName} worked`;
  const { subject: task } = failure;
  const text = `${task === '' ? '' : `For "${task}": `}${failure.text}; \`${run.command}\` worked`;
  plan.added.push(plan.nextId);
  change(plan, {
    ...failure,
    id: plan.nextId++,
    predicate,
    object: run.command,
    text,
    isNegated: false,
    validFrom: run.createdAt,
    confidence: 0.8,
    sources: [...failure.sources, sourceOf(run)],
    successes: 1,
    slot: `${PROJECT}|${predicate}`,
    terms: context.analyzer.terms(text),
  });
}

function procedures(plan: FactPlan): StoredFact[] {
  return [...plan.facts.values()].filter((fact) => fact.kind === 'procedure');
}

/** Failures of the run's tool in its session that no success has followed. */
function waitingFailures(plan: FactPlan, { toolName, sessionId }: ToolRun): StoredFact[] {
  return procedures(plan).filter(
    ({ isNegated, retiredAt, predicate, sources }) =>
      isNegated &&
      retiredAt === undefined &&
      predicate === `${toolName} failed` &&
      sources.some((source) => source.sessionId === sessionId),
  );
}

/** Whether both start with the same program or share a third of their words. */
function areSimilar(one: string, other: string): boolean {
  const [left, right] = [foldWords(one), foldWords(other)];
  if (left[0] !== undefined && left[0] === right[0]) return true;
  const [words, others] = [new Set(left), new Set(right)];
  return words.intersection(others).size >= words.union(others).size / 3;
}

/** The user's last request before the run. */
async function taskOf(
  { index }: MemoryContext,
  scope: string,
  { entryId, sessionId }: ToolRun,
  entries: readonly MemoryEntry[],
): Promise<string> {
  const own = entries.filter((entry) => entry.sessionId === sessionId);
  const before = own.slice(
    0,
    own.findIndex(({ id }) => id === entryId),
  );
  const near = before.findLast((entry) => readEntry(entry)?.role === 'user');
  const said =
    near === undefined
      ? (await index.documents(scope, { sessionId })).findLast(({ role }) => role === 'user')
      : readEntry(near);
  return shortLine((said?.text ?? '').replaceAll('"', "'"), MAX_TASK);
}

function sourceOf({ sessionId, entryId }: ToolRun) {
  return { sessionId, entryId, start: 0, end: 0 };
}

/** A tool call and how it ended. */
export interface ToolRun {
  entryId: string;
  sessionId: string;
  createdAt: string;
  toolName: string;
  /** Its input as one line. */
  command: string;
  isFailure: boolean;
  /** The line of the output that says why it failed. */
  reason: string;
}

/** Calls of all scopes; the oldest are dropped. */
const MAX_OPEN_CALLS = 10_000;
const MAX_COMMAND = 200;
const MAX_REASON = 160;

const failed =
  /(?:exit(?:ed)?(?: with)?(?: code| status)?|return(?:ed)?(?: code)?|status)[: ]+[1-9]\d*\b|command not found|^Traceback \(most recent call last\)|"(?:ok|success)": ?false/im;

/**
 * The runs that end in the fresh entries. Keeps the calls of all entries, for results that come
 * later.
 */
export function readToolRuns(
  { openCalls: open }: MemoryContext,
  scope: string,
  entries: readonly MemoryEntry[],
  fresh: ReadonlySet<MemoryEntry>,
): ToolRun[] {
  const keyOf = ({ sessionId }: MemoryEntry, callId: string): string =>
    `${callId} ${sessionId} ${scope}`;
  const runs: ToolRun[] = [];
  for (const entry of entries) {
    for (const { toolCallId, toolName, input } of toolCallsOf(entry.message)) {
      open.set(keyOf(entry, toolCallId), { toolName, command: commandOf(input) });
    }
    if (!fresh.has(entry)) continue;
    for (const { toolCallId, output } of toolResultsOf(entry.message)) {
      const call = open.get(keyOf(entry, toolCallId));
      if (call === undefined || /^(?:memory|history)_/.test(call.toolName)) continue;
      const text = toolOutputText(output);
      const isFailure = isErrorOutput(output) || failed.test(text.slice(0, 20_000));
      const { id: entryId, sessionId, createdAt } = entry;
      const reason = isFailure ? reasonOf(text) : '';
      runs.push({ ...call, entryId, sessionId, createdAt, isFailure, reason });
    }
  }
  for (const key of [...open.keys()].slice(0, Math.max(0, open.size - MAX_OPEN_CALLS)))
    open.delete(key);
  return runs;
}

/** The command of a shell, else all of the input. */
function commandOf(input: unknown): string {
  const fields =
    typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
  const command = fields['command'] ?? fields['cmd'] ?? fields['script'];
  const text = typeof command === 'string' ? command : jsonText(input);
  return shortLine(redactSecrets(text), MAX_COMMAND);
}

const telling =
  /error|fail|not found|denied|invalid|cannot|unknown|missing|exception|refused|timed? ?out/i;

function reasonOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return shortLine(
    redactSecrets(lines.find((line) => telling.test(line)) ?? lines[0] ?? ''),
    MAX_REASON,
  );
}
