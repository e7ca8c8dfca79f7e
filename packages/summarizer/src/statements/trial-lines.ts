import { isTestRun } from '../reading/run-calls.js';
import { tellsOutcome } from './run-outcome.js';
import { readTrials, type Trial } from './trials.js';

/** What was tried, as lines for readers that each stand alone, the most important first. */
export interface TrialLine {
  line: string;
  /** How many trials it tells of. */
  trials: number;
  /** Whether the user had listed what was tried. */
  isListed: boolean;
}

/** As many calls of one tool with different inputs are a series. */
const MIN_SERIES = 3;
/** The maximum number of runs in one line; the oldest are left out. */
const MAX_ALIKE = 12;

/**
 * The lines of a record, without what a text shows, in two forms: with replies as they were said,
 * and shorter, with the outputs of runs where there are any. Runs with the same output share a line.
 * What the user listed comes first, then the newest run of tests, then series of calls of one tool,
 * the newest first.
 */
export function trialLines(carried: readonly string[], visibleText: string): TrialLine[][] {
  const { trials } = readTrials(carried);
  const perTool = new Map<string, number>();
  for (const { tool } of trials) perTool.set(tool, (perTool.get(tool) ?? 0) + 1);
  const visible = visibleText.split('\n');
  const lastTest = trials.findLast(({ tool, what }) => tool !== '' && isTestRun(tool, what));
  const unseen = trials.filter((trial) => {
    const isSeries = trial.candidate !== undefined || (perTool.get(trial.tool) ?? 0) >= MIN_SERIES;
    return (isSeries || trial === lastTest) && !visible.some((line) => shows(line, trial));
  });
  const listed = unseen.filter(({ candidate }) => candidate !== undefined);
  const others = unseen.filter(({ candidate }) => candidate === undefined);
  const tellsTest = ({ of }: Told): number => (of.some((trial) => trial === lastTest) ? 0 : 1);
  return [true, false].map((withReplies) => {
    const told = linesOf(others, withReplies);
    const ordered = told.toSorted((left, right) => tellsTest(left) - tellsTest(right));
    return [
      ...linesOf(listed, withReplies).map(({ line, of }) => ({
        line,
        trials: of.length,
        isListed: true,
      })),
      ...ordered.map(({ line, of }) => ({ line, trials: of.length, isListed: false })),
    ];
  });
}

/** A line and the trials that it tells of, the newest first. */
interface Told {
  line: string;
  of: Trial[];
}

/** Whether a line tells what came of a trial. */
function shows(line: string, trial: Trial): boolean {
  const { what, reply = '', output = '' } = trial;
  if (reply !== '' && isTelling(reply, trial) && line.includes(unquoted(reply))) return true;
  return output !== '' && line.includes(what) && line.includes(unquoted(output));
}

/** The lines of trials, the newest first. */
function linesOf(trials: readonly Trial[], withReplies: boolean): Told[] {
  const groups = new Map<string, Told>();
  for (const trial of trials.toReversed()) {
    const { reply = '', output = '', tool } = trial;
    const isSaid = reply !== '' && isTelling(reply, trial) && (withReplies || output === '');
    if (!isSaid && output === '') continue;
    const key = isSaid ? reply : `${tool}\n${output}`;
    const { of } = groups.get(key) ?? { of: [] };
    if (of.length === MAX_ALIKE) continue;
    const alike = [...of, trial];
    const line = isSaid ? `${reply} (#${alike.at(-1)?.seq})` : outputLine(alike.toReversed());
    groups.set(key, { line, of: alike });
  }
  return [...groups.values()];
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
