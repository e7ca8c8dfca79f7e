import type { MemoryEntry, StoredFact } from '@everlong/core';

import { readEntry } from './read-entry.js';
import type { ToolRun } from './tool-runs.js';
import { objectKey, PROJECT } from '../facts/fact-keys.js';
import { change, type FactPlan, load } from '../facts/fact-plan.js';
import { foldWords } from '../text/fold-words.js';

import type { MemoryContext } from '../scope/memory-context.js';

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
  for (const fact of await context.index.facts(scope, { kind: 'procedure' })) load(plan, fact);
  for (const run of runs) {
    if (run.isFailure) await noteFailure(context, scope, plan, run, entries);
    else countSuccess(context, plan, run);
  }
}

async function noteFailure(
  context: MemoryContext,
  scope: string,
  plan: FactPlan,
  run: ToolRun,
  entries: readonly MemoryEntry[],
): Promise<void> {
  const waiting = procedures(plan).filter((fact) => isWaiting(fact) && isOf(fact, run));
  if (waiting.some((fact) => objectKey(fact.object) === objectKey(run.command))) return;
  for (const fact of waiting.slice(0, waiting.length - MAX_WAITING + 1)) {
    change(plan, { ...fact, retiredAt: context.now(), validTo: run.createdAt });
  }
  const task = await taskOf(context, scope, run, entries);
  const text = `${run.toolName} \`${run.command}\` failed: ${run.reason}`;
  const predicate = `${run.toolName} failed`;
  const fact: StoredFact = {
    id: plan.nextId++,
    subject: task,
    predicate,
    object: run.command,
    text,
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
  };
  change(plan, fact);
}

function countSuccess(context: MemoryContext, plan: FactPlan, run: ToolRun): void {
  const key = objectKey(run.command);
  const known = procedures(plan).find((fact) => !fact.isNegated && objectKey(fact.object) === key);
  const failure = procedures(plan).findLast(
    (fact) => isWaiting(fact) && isOf(fact, run) && areSimilar(fact.object, run.command),
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
    derivedFrom: [],
    successes: 1,
    slot: `${PROJECT}|${predicate}`,
    terms: context.analyzer.terms(text),
  });
}

function procedures(plan: FactPlan): StoredFact[] {
  return [...plan.facts.values()].filter((fact) => fact.kind === 'procedure');
}

function isWaiting(fact: StoredFact): boolean {
  return fact.isNegated && fact.retiredAt === undefined;
}

/** Whether the failure has the run's tool and session. */
function isOf(fact: StoredFact, run: ToolRun): boolean {
  return (
    fact.predicate === `${run.toolName} failed` &&
    fact.sources.some(({ sessionId }) => sessionId === run.sessionId)
  );
}

/** Whether both start with the same program or share a third of their words. */
function areSimilar(one: string, other: string): boolean {
  const [left, right] = [foldWords(one), foldWords(other)];
  if (left[0] !== undefined && left[0] === right[0]) return true;
  const words = new Set(left);
  const shared = new Set(right.filter((word) => words.has(word))).size;
  return shared >= (words.size + new Set(right).size - shared) / 3;
}

/** The user's last request before the run. */
async function taskOf(
  { index }: MemoryContext,
  scope: string,
  run: ToolRun,
  entries: readonly MemoryEntry[],
): Promise<string> {
  const end = entries.findIndex(
    ({ id, sessionId }) => id === run.entryId && sessionId === run.sessionId,
  );
  const near = entries
    .slice(0, end)
    .filter(({ sessionId, message }) => sessionId === run.sessionId && message.role === 'user')
    .findLast((entry) => readEntry(entry)?.role === 'user');
  if (near !== undefined) return taskLine(readEntry(near)?.text ?? '');
  const documents = await index.documents(scope, { sessionId: run.sessionId });
  return taskLine(documents.findLast(({ role }) => role === 'user')?.text ?? '');
}

function taskLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('"', "'").trim();
  return line.length <= MAX_TASK ? line : `${line.slice(0, MAX_TASK - 1).toWellFormed()}…`;
}

function sourceOf({ sessionId, entryId }: ToolRun) {
  return { sessionId, entryId, start: 0, end: 0 };
}
