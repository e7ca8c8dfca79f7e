import type { Entry, SummarizeInput } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';

import { applyChanges, type ChangedLines } from '../changes/apply-changes.js';
import { createChangeEvidence } from '../changes/change-evidence.js';
import { codeOwnedLines, modelOwnedLines } from '../changes/model-owned-lines.js';
import { numberLines, renderNumberedLines } from '../changes/numbered-lines.js';
import { readAnswer } from '../changes/read-answer.js';
import { constraintsInForce } from '../constraints/constraints-section.js';
import type { Sections } from '../sections/section-names.js';
import type { SourceIndex } from '../sections/source-index.js';
import type { AnswerForm, SummaryTask } from './summary-prompt.js';

/** A summary after all answers of a model. */
export interface WrittenSummary extends ChangedLines {
  /** Whether it was asked to change a summary. */
  isUpdate: boolean;
}

/** The summary while a model writes it. */
export interface SummaryDraft {
  /** The next task; the summary so far takes at most a third of `maxTokens`. */
  task(maxTokens: number): SummaryTask;
  /**
   * Applies the supported parts of an answer. Throws `SummarizationError` if it has another form.
   */
  accept(answer: string, form: AnswerForm): void;
  written(): WrittenSummary;
}

export interface SummaryDraftOptions {
  input: Pick<SummarizeInput, 'previous' | 'instructions' | 'count'> & {
    entries: readonly Entry[];
  };
  sources: SourceIndex;
  /** The user's constraints as lines of a section. */
  constraints: readonly string[];
}

/** The maximum share of a request for the summary so far. */
const SUMMARY_SHARE = 1 / 3;

/** A draft that starts from the lines of the previous snapshot that a model may change. */
export function createSummaryDraft(options: SummaryDraftOptions): SummaryDraft {
  const { input, sources } = options;
  const count = (text: string): number => input.count(text);
  const wishes = redactSecrets(input.instructions ?? '');
  const fixed = codeOwnedLines(input.previous);
  const context = {
    sources,
    fixed,
    evidence: createChangeEvidence(input.entries),
    constraints: constraintsInForce(options.constraints),
  };
  let written = unwritten(modelOwnedLines(input.previous));

  return {
    task(maxTokens) {
      const numbered = numberLines(written.sections);
      const limits = { maxTokens: Math.floor(maxTokens * SUMMARY_SHARE), count };
      const summary = redactSecrets(renderNumberedLines(numbered, fixed, limits));
      return { form: numbered.length > 0 ? 'changes' : 'summary', summary, wishes };
    },
    accept(answer, form) {
      const numbered = numberLines(written.sections);
      const after = applyChanges(numbered, readAnswer(answer, numbered), context);
      written = joined(written, after, form === 'changes');
    },
    written: () => written,
  };
}

function unwritten(sections: Sections): WrittenSummary {
  return { sections, claimed: [], ended: [], refused: 0, checked: 0, struck: 0, isUpdate: false };
}

function joined(before: WrittenSummary, after: ChangedLines, isUpdate: boolean): WrittenSummary {
  return {
    sections: after.sections,
    claimed: [...before.claimed, ...after.claimed],
    ended: [...before.ended, ...after.ended],
    refused: before.refused + after.refused,
    checked: before.checked + after.checked,
    struck: before.struck + after.struck,
    isUpdate: before.isUpdate || isUpdate,
  };
}
