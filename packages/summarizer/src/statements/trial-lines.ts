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
 * and shorter, with the outputs of runs where there are any. Runs with the same output share a line. What the user listed
 * comes first, then series of calls of one tool, the newest first.
 */
export function trialLines(carried: readonly string[], visibleText: string): TrialLine[][] {
  const { trials } = readTrials(carried);
  const perTool = new Map<string, number>();
  for (const { tool } of trials) perTool.set(tool, (perTool.get(tool) ?? 0) + 1);
  const visible = visibleText.split('\n');
  const unseen = trials.filter((trial) => {
    const isSeries = trial.candidate !== undefined || (perTool.get(trial.tool) ?? 0) >= MIN_SERIES;
    return isSeries && !visible.some((line) => shows(line, trial));
  });
  const listed = unseen.filter(({ candidate }) => candidate !== undefined);
  const others = unseen.filter(({ candidate }) => candidate === undefined);
  return [true, false].map((withReplies) => [
    ...linesOf(listed, withReplies).map((line) => ({ ...line, isListed: true })),
    ...linesOf(others, withReplies).map((line) => ({ ...line, isListed: false })),
  ]);
}

/** Whether a line tells what came of a trial. */
function shows(line: string, trial: Trial): boolean {
  const { what, reply = '', output = '' } = trial;
  if (reply !== '' && isTelling(reply, trial) && line.includes(unquoted(reply))) return true;
  return output !== '' && line.includes(what) && line.includes(unquoted(output));
}

function linesOf(
  trials: readonly Trial[],
  withReplies: boolean,
): Pick<TrialLine, 'line' | 'trials'>[] {
  const lines: { line: string; trials: number; seq: number }[] = [];
  const groups = new Map<string, Trial[]>();
  for (const trial of trials.toReversed()) {
    const { reply = '', output = '', tool, seq } = trial;
    if (reply !== '' && isTelling(reply, trial) && (withReplies || output === '')) {
      const known = lines.find(({ line }) => line.startsWith(reply));
      if (known === undefined) lines.push({ line: `${reply} (#${seq})`, trials: 1, seq });
      else known.trials++;
    } else if (output !== '') {
      const key = `${tool}\n${output}`;
      const alike = groups.get(key) ?? [];
      if (alike.length < MAX_ALIKE) groups.set(key, [trial, ...alike]);
    }
  }
  for (const group of groups.values()) {
    const [{ tool, output } = { tool: '', output: '' }] = group;
    const seqs = group.map(({ seq }) => `#${seq}`);
    const seq = Math.max(...group.map((trial) => trial.seq));
    const names = group.map(({ what }) => what);
    const line = `${tool} with ${joined(names)}: ${output} (${seqs.join(', ')})`;
    lines.push({ line, trials: group.length, seq });
  }
  return lines.toSorted((left, right) => right.seq - left.seq);
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
