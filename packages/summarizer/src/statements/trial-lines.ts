import { isTestRun } from './run-calls.js';
import { tellsOutcome } from './run-outcome.js';
import { readTrials } from './trials.js';
import type { Trial } from './turn-trials.js';

/** What was tried, as lines for readers that each stand alone, the most important first. */
export interface TrialLine {
  line: string;
  /** How many trials it tells of. */
  trials: number;
  /** Whether the user had listed what was tried. */
  isListed: boolean;
}

/** The maximum number of runs in one line; the oldest are left out. */
const MAX_ALIKE = 12;

/**
 * The lines of a record, without what a text shows, in two forms: with replies as they were said,
 * and shorter, with the outputs of runs where there are any. Runs with the same output share a line.
 * What the user listed comes first, the newest first, then the newest run of tests unless the
 * call failed. Of other runs nothing is told: with a line each, more was read again than without.
 */
export function trialLines(carried: readonly string[], visibleText: string): TrialLine[][] {
  const { trials } = readTrials(carried);
  const visible = visibleText.split('\n');
  const isUnseen = (trial: Trial): boolean => !visible.some((line) => shows(line, trial));
  const listed = trials.filter((trial) => trial.candidate !== undefined && isUnseen(trial));
  const test = trials.findLast(({ tool, what }) => tool !== '' && isTestRun(tool, what));
  const isTold =
    test === undefined || test.candidate !== undefined || test.failed === true || !isUnseen(test);
  return [true, false].map((withReplies) => [
    ...linesOf(listed, withReplies).map((told) => ({ ...told, isListed: true })),
    ...linesOf(isTold ? [] : [test], withReplies).map((told) => ({ ...told, isListed: false })),
  ]);
}

/** Whether a line tells what came of a trial. */
function shows(line: string, trial: Trial): boolean {
  const { what, reply = '', output = '' } = trial;
  if (reply !== '' && isTelling(reply, trial) && line.includes(unquoted(reply))) return true;
  return output !== '' && line.includes(what) && line.includes(unquoted(output));
}

/** The lines of trials, the newest first. */
function linesOf(
  trials: readonly Trial[],
  withReplies: boolean,
): Pick<TrialLine, 'line' | 'trials'>[] {
  const groups = new Map<string, readonly Trial[]>();
  for (const trial of trials.toReversed()) {
    const { reply = '', output = '', tool } = trial;
    const isSaid = reply !== '' && isTelling(reply, trial) && (withReplies || output === '');
    if (!isSaid && output === '') continue;
    const key = isSaid ? reply : `${tool}\n${output}`;
    const alike = groups.get(key) ?? [];
    if (alike.length < MAX_ALIKE) groups.set(key, [trial, ...alike]);
  }
  return [...groups].map(([key, group]) => {
    const isSaid = group.every(({ reply }) => reply === key);
    const line = isSaid ? `${key} (#${group.at(-1)?.seq})` : outputLine(group);
    return { line, trials: group.length };
  });
}

/** Runs with the same output, oldest first. */
function outputLine(group: readonly Trial[]): string {
  const [{ tool, output } = { tool: '', output: '' }] = group;
  const names = group.map(({ what }) => what);
  const seqs = group.map(({ seq }) => `#${seq}`);
  return `${tool} with ${joined(names)}: ${output} (${seqs.join(', ')})`;
}

/** Whether a reply says what came of it, or leaves that to the output. */
function isTelling(reply: string, { output = '', what, candidate = '' }: Trial): boolean {
  return output === '' || tellsOutcome(reply.replaceAll(what, '').replaceAll(candidate, ''));
}

function joined(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

function unquoted(text: string): string {
  return text.replace(/^"|"(?: \[…\])?$/g, '');
}
