import { type Entry, type SummarizeInput, type Usage } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';

import { applyChanges, type ChangedRecord } from '../changes/apply-changes.js';
import { createChangeEvidence } from '../changes/change-evidence.js';
import { standingConstraints } from '../constraints/constraints-section.js';
import { numberLines, recordText } from '../changes/numbered-lines.js';
import { planChunks } from './plan-chunks.js';
import { readAnswer } from '../changes/read-answer.js';
import { countedOf, proseOf } from '../changes/model-owned-lines.js';
import type { Sections } from '../sections/section-names.js';
import type { RecordTask, SummaryRequest } from './summary-prompt.js';
import type { Sources } from '../sections/source-index.js';

/** What is asked for one chunk: the texts of the request and the entries of its transcript. */
export interface RecordRequest extends SummaryRequest {
  entries: readonly Entry[];
}

export interface RecordAnswer {
  text: string;
  usage?: Usage | undefined;
}

export interface WriteRecordOptions {
  /** Without secrets. */
  input: SummarizeInput;
  sources: Sources;
  /** The user's demands as lines of a section. */
  constraints: readonly string[];
  /** The most tokens of one request, by the input's `count`. */
  maxTokens: number;
  /** The most requests, failed ones included. */
  maxCalls: number;
  signal: AbortSignal;
  ask(request: RecordRequest): Promise<RecordAnswer>;
  /** Asks for all entries at once in a request that shows them already; `undefined` if it cannot. */
  askLive?: ((task: RecordTask) => Promise<RecordAnswer> | undefined) | undefined;
  /** Told what each answer was billed, usable or not. */
  onUsage(usage: Usage): void;
}

/** What a model made of a record, all its answers together. */
export interface WrittenRecord extends ChangedRecord {
  /** Whether it was asked to change a record. */
  isUpdate: boolean;
}

/** The most of a request that the record so far takes. */
const RECORD_SHARE = 1 / 3;
const MIN_TRANSCRIPT_TOKENS = 500;

/**
 * Has a record written, by way of the live request if there is one, else or if that fails chunk by
 * chunk: the first answer is a whole record where there is none yet, every later one changes of it.
 * After a failure what is not read yet is tried again in requests of half the size. Rejects with the
 * last failure when the calls are used up, or as soon as the signal is aborted.
 */
export async function writeRecord(options: WriteRecordOptions): Promise<WrittenRecord> {
  const { input, signal, sources, maxCalls } = options;
  const count = (text: string): number => input.count(text);
  const wishes = redactSecrets(input.instructions ?? '');
  const fixed = countedOf(input.previous);
  const context = {
    sources,
    fixed,
    evidence: createChangeEvidence(input.entries),
    constraints: standingConstraints(options.constraints),
  };
  let written: WrittenRecord = emptyRecord(proseOf(input.previous));
  let rest = input.entries;
  let { maxTokens } = options;
  let failure: unknown;
  let calls = 0;
  const limitsNow = () => ({ maxTokens: Math.floor(maxTokens * RECORD_SHARE), count });

  /** Asks once, and makes of the answer what holds of it. */
  async function step(ask: (task: RecordTask) => Promise<RecordAnswer> | undefined) {
    const numbered = numberLines(written.record);
    const record = redactSecrets(recordText(numbered, fixed, limitsNow()));
    calls++;
    const form = numbered.length > 0 ? 'changes' : 'record';
    const asked = ask({ form, record, wishes });
    if (asked === undefined) {
      calls--;
      return false;
    }
    const answer = await asked;
    if (answer.usage !== undefined) options.onUsage(answer.usage);
    const after = applyChanges(numbered, readAnswer(answer.text, numbered), context);
    written = joined(written, after, form === 'changes');
    return true;
  }

  if (options.askLive !== undefined) {
    try {
      if (await step(options.askLive)) return written;
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  for (; calls < maxCalls; maxTokens = Math.floor(maxTokens / 2)) {
    const limits = limitsNow();
    const record = redactSecrets(recordText(numberLines(written.record), fixed, limits));
    const room = Math.max(MIN_TRANSCRIPT_TOKENS, maxTokens - count(record));
    const plan = { maxTokens: room, maxChunks: maxCalls - calls, count };
    for (const { text: transcript, entries } of planChunks(rest, plan)) {
      try {
        await step((task) => options.ask({ ...task, transcript, entries }));
      } catch (error) {
        signal.throwIfAborted();
        failure = error;
        break;
      }
      const last = entries.at(-1);
      rest = last === undefined ? [] : rest.slice(rest.indexOf(last) + 1);
    }
    if (rest.length === 0) return written;
  }
  throw failure;
}

function emptyRecord(record: Sections): WrittenRecord {
  return { record, claimed: [], ended: [], refused: 0, checked: 0, struck: 0, isUpdate: false };
}

function joined(before: WrittenRecord, after: ChangedRecord, isUpdate: boolean): WrittenRecord {
  return {
    record: after.record,
    claimed: [...before.claimed, ...after.claimed],
    ended: [...before.ended, ...after.ended],
    refused: before.refused + after.refused,
    checked: before.checked + after.checked,
    struck: before.struck + after.struck,
    isUpdate: before.isUpdate || isUpdate,
  };
}
