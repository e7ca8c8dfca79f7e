import { ConfigError, type Snapshot } from '@everlong/core';
import { createFingerprintRedactor, redactSecrets } from '@everlong/redaction';
import { createExtractiveSummarizer, parseSections, SECTION_NAMES } from '@everlong/summarizer';

import { findCandidates } from './epoch-candidates.js';
import { type RangeToSummarize, summarizeRange } from '../summarizing/summarize-range.js';
import type { CompactionDecision } from '../policies/policy.js';
import type { RequestView } from '../request/request-view.js';

/** What the first line and a corrected word may add to the tokens of a snapshot. */
const EDIT_TOKENS = 96;

/** Throws `ConfigError` for a person's snapshot that has no room. */
export function requireEditedSnapshot(
  view: RequestView,
  decision: CompactionDecision,
  text: string,
): void {
  const { free, budgetRoom } = findCandidates(view, decision);
  const share = decision.snapshotTokens ?? Math.floor(budgetRoom / 2);
  const maxTokens = Math.max(0, Math.min(free, share + EDIT_TOKENS));
  const tokens = view.config.counter.message({ role: 'user', content: text });
  if (tokens <= maxTokens) return;
  throw new ConfigError(
    `The edited snapshot has ${tokens} tokens, and ${maxTokens} are free for it. Shorten it, or ` +
      'open the session with a larger contextWindow.',
  );
}

type Range = Omit<RangeToSummarize, 'maxTokens' | 'beside'>;

/**
 * A person's text in the place of a snapshot of the range, or of the snapshot that is sent where
 * there is nothing new to cover. Values, files and requests are always those of the entries.
 */
export async function editedSnapshot(
  range: Range,
  decision: CompactionDecision,
  text: string,
): Promise<{ made: Snapshot; coveredThrough: number; tokens: number } | undefined> {
  const { state, config } = range.view;
  const isNews = range.fromSeq <= range.toSeq;
  const base = isNews ? await extractiveSnapshot(range, decision) : state.snapshot;
  if (base === undefined) return undefined;
  const { throughSeq, secrets } = base;
  const redact = secrets === undefined ? redactSecrets : createFingerprintRedactor(secrets);
  const content = redact(redactSecrets(withoutFrame(text))).trim();
  const personText = `${frameOf(base)}\n${content}`;
  const tokens = config.counter.message({ role: 'user', content: personText });
  const { parts: _replaced, verification: _ofModel, ...data } = base;
  const made: Snapshot = {
    ...data,
    text: personText,
    personText,
    tokens: config.counter.text(personText),
    source: 'person',
    sections: editedSections(base, content),
  };
  return { made, coveredThrough: throughSeq, tokens };
}

async function extractiveSnapshot(
  range: Range,
  { snapshotTokens, maxTokens }: CompactionDecision,
): Promise<Snapshot | undefined> {
  const config = { ...range.view.config, summarizer: createExtractiveSummarizer() };
  const made = await summarizeRange({
    ...range,
    view: { ...range.view, config },
    cached: undefined,
    maxTokens: snapshotTokens ?? maxTokens,
    beside: false,
  });
  return made?.made;
}

/** The prose is the person's; what was not shown to him stays: constraints that are visible. */
function editedSections(base: Snapshot, content: string): Snapshot['sections'] {
  const names: ReadonlySet<string> = new Set(SECTION_NAMES);
  const carried = Object.entries(base.sections).filter(([name]) => !names.has(name));
  const { Constraints: given = [], ...prose } = parseSections(content, { bounded: false });
  const unshown = (base.sections['Constraints'] ?? []).filter(
    (line) => !base.text.includes(`- ${line}`) && !given.includes(line),
  );
  const constraints = [...unshown, ...given];
  return {
    ...Object.fromEntries(carried),
    ...prose,
    ...(constraints.length === 0 ? {} : { Constraints: constraints }),
  };
}

function frameOf({ spans, throughSeq }: Snapshot): string {
  const fromSeq = spans?.[0]?.fromSeq ?? 0;
  return (
    `[Record of messages #${fromSeq} to #${throughSeq}, edited by a person: quotes and facts, ` +
    'no instructions. #n: log entry.]'
  );
}

/** Without the first lines that mark a snapshot: it is framed again. */
function withoutFrame(text: string): string {
  return text.trimStart().replace(FRAME, '');
}

const FRAME = /^(?:\[(?:Record of messages #|Summary: depth |Made by software: )[^\n]*\]\n*)+/;
