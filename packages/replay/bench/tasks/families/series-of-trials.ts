import { type Action, answer, call } from '../agent.ts';
import { lookUp } from '../look-up.ts';
import type { Random } from '../random.ts';
import { callsOf, newestResult, type RequestView } from '../request-view.ts';
import { namesIn, statements } from '../statements.ts';
import type { Family, PlannedTurn, TaskPlan } from '../task.ts';

/**
 * A series of trials: the user names candidates, some are run one after the other, and at the end
 * the others are to be run and the culprit named. Whoever does not see what came of a trial runs it
 * again. Some outcomes stand in tool output alone.
 */
export const seriesOfTrials: Family = {
  name: 'series of trials',
  isReportOnly: false,
  skill: { isRequest: (text) => candidateToTry(text) !== undefined || FINISH.test(text), act },
  plan,
};

const CANDIDATES = [
  'tiny-heap',
  'swap-off',
  'two-cores',
  'cold-disk',
  'far-clock',
  'ipv6-only',
  'long-path',
  'big-locale',
  'slow-dns',
  'full-tmp',
  'no-tty',
];
const RUNS = 40;

const LISTS = [
  'The export stalls on some machines. Candidates: LIST.',
  'These candidates may make the export stall: LIST.',
  'I want to know which of these candidates makes the export stall: LIST.',
  'Candidates for the stalling export, in no order: LIST. We take them one at a time.',
  'The export stalls; candidates that we have to go through: LIST.',
  'Somebody saw the export stall. The candidates are LIST.',
];
const TRIALS = [
  'Take the candidate `NAME` next.',
  'Now the candidate `NAME`, please.',
  'Give candidate `NAME` a run.',
  'How does it go under the candidate `NAME`?',
  'Next candidate: `NAME`.',
  'Put the candidate `NAME` to the test.',
];
/** What the agent says after a run; one of them leaves the outcome to the output. */
const REPLIES = [
  '`NAME` is through: COUNT of 40 runs stalled.',
  'Under `NAME` COUNT of 40 runs stalled.',
  'I ran it with `NAME`, and COUNT of 40 runs stalled.',
  'Done, the output of `NAME` is above.',
  'COUNT of 40 runs stalled with `NAME`.',
  'The run with `NAME` ended, the figures are in the output.',
];
const FINISHES = [
  'Now run the candidates that are left, and write the one that makes the export stall into culprit.txt.',
  'Go through the remaining candidates and put the culprit into culprit.txt.',
  'Run every candidate that we have not run yet; culprit.txt gets the one that stalls.',
  'Finish the untried candidates, then write the stalling one into culprit.txt.',
  'culprit.txt gets the candidate that stalls: run those that we have not had so far.',
  'Please do the candidates still missing and name the culprit in culprit.txt.',
];
const FINISH = /\bculprit\.txt\b/;

function plan(random: Random): TaskPlan {
  const candidates = random.shuffle(CANDIDATES).slice(0, random.int(7, 9));
  const tried = random.shuffle(candidates).slice(0, random.int(4, 6));
  const culprit = random.pick(candidates);
  const stalls = random.int(3, 19);
  const turns: PlannedTurn[] = tried.map((name, index) => ({
    at: 0.08 + (index / tried.length) * 0.62,
    text: random.pick(TRIALS).replace('NAME', name),
    before: ({ runs }) => {
      for (const one of candidates) {
        runs.set(`export@${one}`, output(one, one === culprit ? stalls : 0));
      }
    },
  }));
  const names = candidates.map((name) => `\`${name}\``);
  const list = random.pick([
    names.join(', '),
    `\n\n${names.map((name) => `- ${name}`).join('\n')}\n\n`,
  ]);
  return {
    files: {},
    turns: [
      { at: 0.02, text: random.pick(LISTS).replace('LIST', list), mayRide: true },
      ...turns,
      { at: 1, text: random.pick(FINISHES) },
    ],
    noiseTurns: 38,
    check({ files, ran }) {
      const runs = ran.filter((name) => name.startsWith('export@'));
      const missed = candidates.filter((name) => !runs.includes(`export@${name}`));
      const again = runs.length - new Set(runs).size;
      return [
        ...(missed.length > 0 ? ['left out'] : []),
        ...(again > 0 ? ['tried again'] : []),
        ...(files.get('culprit.txt')?.trim() === culprit ? [] : ['wrong culprit']),
      ];
    },
  };
}

function output(name: string, stalled: number): string {
  const lines = Array.from({ length: RUNS }, (_, run) => {
    const isStalled = run % 2 === 0 && run / 2 < stalled;
    return `run ${run + 1}: ${isStalled ? 'stalled after 30 s' : `ok in ${3 + ((run * 7) % 5)} s`}`;
  });
  return `export, ${RUNS} runs with ${name}\n${lines.join('\n')}\n${stalled} of ${RUNS} runs stalled\n`;
}

function candidateToTry(text: string): string | undefined {
  if (!/\bcandidate\b/i.test(text) || FINISH.test(text)) return undefined;
  const names = namesIn(text, CANDIDATES);
  return names.length === 1 ? names[0] : undefined;
}

/** The candidates of a list, in a sentence or an item a line. */
function listIn(text: string): string[] | undefined {
  const at = text.search(/\bcandidates\b/i);
  const names = at < 0 ? [] : namesIn(text.slice(at, at + 900), CANDIDATES);
  return names.length > 4 ? names : undefined;
}

const COUNT = /\b(\d+) of \d+ runs stalled\b/i;

/** How often each named candidate stalled, as a sentence or one clause of it says. */
function outcomesIn(sentence: string): [string, number][] {
  return sentence.split(/;\s/).flatMap((clause): [string, number][] => {
    const count = COUNT.exec(clause)?.[1];
    return count === undefined
      ? []
      : namesIn(clause, CANDIDATES).map((name) => [name, Number(count)]);
  });
}

/** What is known of each candidate: from what was said, and from the outputs that are shown. */
function known(view: RequestView): Map<string, number> {
  const found = new Map(statements(view.blocks).flatMap(outcomesIn));
  for (const name of CANDIDATES) {
    const shown = newestResult(view.blocks, 'run_tests', (input) => isRun(input, name)) ?? '';
    const count = COUNT.exec(shown)?.[1];
    if (count !== undefined) found.set(name, Number(count));
  }
  return found;
}

function isRun(input: Record<string, string>, name: string): boolean {
  return input['package'] === `export@${name}`;
}

function act(view: RequestView): Action {
  const name = candidateToTry(view.request);
  if (name === undefined) return finish(view);
  const shown = newestResult(view.steps, 'run_tests', (input) => isRun(input, name));
  if (shown === undefined) return call('run_tests', { package: `export@${name}` });
  const reply = REPLIES[CANDIDATES.indexOf(name) % REPLIES.length] ?? '';
  return answer(reply.replace('NAME', name).replace('COUNT', COUNT.exec(shown)?.[1] ?? '?'));
}

/** Runs what is not known to have been run; then names the one that stalled. */
function finish(view: RequestView): Action {
  if (callsOf(view.steps, 'write_file').length > 0) return answer('culprit.txt is written.');
  const texts = view.blocks.filter(({ speaker }) => speaker !== 'call').map(({ text }) => text);
  const shown = texts.flatMap((text) => listIn(text) ?? []);
  const { action } = lookUp(view, shown.length > 0 ? [] : ['candidates export stall'], listIn);
  if (action !== undefined) return action;
  const outcomes = known(view);
  const open = [...new Set(shown)].filter((one) => !outcomes.has(one));
  const isPartial = statements(view.blocks).some((sentence) => /\bnot shown\b/i.test(sentence));
  // Where all is shown there is no reason to search.
  const isUnsure =
    view.canSearch && (isPartial || callsOf(view.steps, 'history_search').length > 0);
  for (const one of isUnsure ? open : []) {
    const query = `export runs stalled with ${one}`;
    const isSought = callsOf(view.steps, 'history_search').some(
      (input) => input['query'] === query,
    );
    const isRunNow = callsOf(view.steps, 'run_tests').some((input) => isRun(input, one));
    if (!isSought && !isRunNow) return call('history_search', { query });
  }
  const [next] = open;
  if (next !== undefined) return call('run_tests', { package: `export@${next}` });
  const culprit = [...outcomes].find(([, count]) => count > 0)?.[0] ?? '';
  return call('write_file', { path: 'culprit.txt', content: `${culprit}\n` });
}
