import {
  addUsage,
  redactSecrets,
  SummarizationError,
  type SummarizeInput,
  type Summarizer,
  type SummarizeResult,
  type Usage,
} from '@everlong/core';
import type { LanguageModel } from 'ai';

import { askModel } from './ask-model.js';
import { createSnapshot } from './create-snapshot.js';
import { extractSections } from './extract-sections.js';
import { updateLedger } from './ledger.js';
import { mergeSections } from './merge-sections.js';
import { countSections, parseSections } from './parse-sections.js';
import { planChunks } from './plan-chunks.js';
import { redactEntries } from './redact-entries.js';
import { SECTION_NAMES, type Sections } from './section-names.js';
import { DEFAULT_SUMMARY_PROMPT, summaryInstructions, summaryRequest } from './summary-prompt.js';
import { createSources } from './summary-sources.js';
import { verifySections } from './verify-sections.js';

export interface SummarizerOptions {
  /** Any language model of AI SDK 6 or 7. */
  model: LanguageModel;
  /** The most time one snapshot may take, all calls together. Default 60,000. */
  timeoutMs?: number;
  /** Replaces what the model is told to write; the headings are always asked for. */
  summaryPrompt?: string;
  /** The model's context window in tokens; one call's input takes half of it. Default 64,000. */
  contextWindow?: number;
  /** The most calls for one snapshot, failed ones included. Default 4. */
  maxCalls?: number;
}

/**
 * A summarizer that has a model write the prose and checks every line of it against the entries.
 * The transcript goes in chunks that fit the model's window, each call bringing the record up to
 * date; a failed call is tried again with half of the input. Ledger, constraints, requests and
 * changed files do not depend on the model. Rejects with `SummarizationError` when the model
 * fails, gives no two known sections or takes too long, and with the signal's reason on abort.
 */
export function createSummarizer(options: SummarizerOptions): Summarizer {
  const { model, timeoutMs = 60_000, summaryPrompt = DEFAULT_SUMMARY_PROMPT } = options;
  const { contextWindow = 64_000, maxCalls = 4 } = options;
  const instructions = summaryInstructions(summaryPrompt);

  return {
    name: 'model',
    usesModel: true,
    async summarize(given: SummarizeInput): Promise<SummarizeResult> {
      given.signal?.throwIfAborted();
      const input = { ...given, entries: redactEntries(given.entries) };
      const limit = new AbortController();
      const timer = setTimeout(
        () => limit.abort(new SummarizationError(timeoutText(timeoutMs))),
        timeoutMs,
      );
      const signal =
        input.signal === undefined ? limit.signal : AbortSignal.any([input.signal, limit.signal]);
      try {
        const maxTokens = Math.floor(contextWindow / 2);
        const record = await writeRecord({
          model,
          instructions,
          input,
          signal,
          maxTokens,
          maxCalls,
        });
        return finish(input, record);
      } catch (error) {
        input.signal?.throwIfAborted();
        if (error instanceof SummarizationError) throw error;
        throw new SummarizationError(`The model gave no summary: ${reasonOf(error)}.`, error);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

interface WriteRecordOptions {
  model: LanguageModel;
  instructions: string;
  input: SummarizeInput;
  signal: AbortSignal;
  maxTokens: number;
  maxCalls: number;
}

interface WrittenRecord {
  sections: Sections;
  usage: Usage;
}

async function writeRecord(options: WriteRecordOptions): Promise<WrittenRecord> {
  const { input, signal, model, instructions, maxCalls } = options;
  const count = (text: string): number => input.count(text);
  const wishes = redactSecrets(input.instructions ?? '');
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  let { maxTokens } = options;
  let failure: unknown;
  for (let calls = 0; calls < maxCalls; maxTokens = Math.floor(maxTokens / 2)) {
    let record = redactSecrets(input.previous?.text ?? '');
    let sections: Sections | undefined;
    const room = Math.max(500, maxTokens - count(record));
    for (const transcript of planChunks(input.entries, {
      maxTokens: room,
      maxChunks: maxCalls - calls,
      count,
    })) {
      calls++;
      sections = undefined;
      try {
        const prompt = summaryRequest({ record, transcript, wishes });
        const answer = await askModel({ model, instructions, prompt, signal });
        usage = addUsage(usage, answer.usage);
        const parsed = parseSections(redactSecrets(answer.text));
        if (countSections(parsed) < 2) throw new SummarizationError(formatText(answer.text));
        sections = parsed;
        record = recordText(parsed);
      } catch (error) {
        signal.throwIfAborted();
        failure = error;
        break;
      }
    }
    if (sections !== undefined) return { sections, usage };
  }
  throw failure;
}

function finish(input: SummarizeInput, { sections, usage }: WrittenRecord): SummarizeResult {
  const { previous, entries } = input;
  const sources = createSources(entries, previous);
  const verified = verifySections(sections, sources);
  const extracted = extractSections(previous?.sections ?? {}, entries);
  const claimed = sections.Constraints ?? [];
  const merged = mergeSections(verified.sections, extracted, claimed, sources);
  const ledger = updateLedger(previous?.ledger ?? [], entries);
  const snapshot = createSnapshot(input, merged.sections, ledger, 'model');
  const { checked, struck } = verified;
  snapshot.verification = { checked, struck, restored: merged.restored };
  return { snapshot, usage };
}

function recordText(sections: Sections): string {
  return SECTION_NAMES.flatMap((name) => {
    const lines = sections[name] ?? [];
    return lines.length === 0 ? [] : [`## ${name}`, ...lines.map((line) => `- ${line}`), ''];
  }).join('\n');
}

function timeoutText(timeoutMs: number): string {
  return `The model gave no summary within ${timeoutMs} ms. Raise timeoutMs or use a faster model.`;
}

function formatText(answer: string): string {
  const start = JSON.stringify(redactSecrets(answer).slice(0, 60));
  return `The model's answer holds fewer than two of the sections asked for; it begins ${start}.`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
