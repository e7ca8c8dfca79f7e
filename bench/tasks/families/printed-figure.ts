import { type Action, answer, call } from '../agent.ts';
import { lookUp } from '../look-up.ts';
import type { Random } from '../random.ts';
import { callsOf, newestResult, type RequestView } from '../request-view.ts';
import { holdsWords } from '../statements.ts';
import type { Family, TaskPlan } from '../task.ts';

/**
 * Figures that only a tool printed, each once, anywhere in its output, and that nobody repeated:
 * the user asks for them by the name of the run.
 */
export const printedFigure: Family = {
  name: 'figure that only a tool printed',
  isReportOnly: true,
  skill: { isRequest: (text) => REQUEST.test(text), act },
  plan,
};

const RUNS = 'alder beech cedar elder hazel larch maple rowan'.split(' ');
const STAGES = 'decode verify flush resolve index compress'.split(' ');

const STARTS = [
  'Run the tests of `RUN`, please.',
  'Can you start the load tests for `RUN`?',
  'Execute the tests in `RUN` once, the machine is free now.',
];
const REQUESTS = [
  'Write the throughput that the run of `RUN` printed into report/RUN.txt.',
  'report/RUN.txt should hold the throughput we measured for `RUN`.',
  'Put the throughput of `RUN` into report/RUN.txt; the machine is gone, so take what was printed.',
  'Fill report/RUN.txt with the throughput figure of the `RUN` run.',
];
const REQUEST = /\breport\/(load-\w+)\.txt\b/;
const FIGURE = /\b(\d{4,5}) rows\b/;
const USUAL = '1000';

function plan(random: Random): TaskPlan {
  const measured = random
    .shuffle(RUNS)
    .slice(0, 5)
    .map((tree) => ({ run: `load-${tree}`, figure: String(random.int(2000, 90_000)) }));
  const started = measured.map(({ run, figure }) => {
    const output = printed(random, run, figure);
    return {
      at: random.next() * 0.5,
      text: random.pick(STARTS).replace('RUN', run),
      before: ({ runs }: { runs: Map<string, string> }) => void runs.set(run, output),
    };
  });
  const asked = measured.slice(0, 3).map(({ run }, index) => ({
    at: 0.9 + index * 0.04,
    text: random.pick(REQUESTS).replaceAll('RUN', run),
  }));
  return {
    files: { 'report/README.md': 'One figure a file.\n' },
    turns: [...started.toSorted((left, right) => left.at - right.at), ...asked],
    noiseTurns: 40,
    check: ({ files }) =>
      measured.slice(0, 3).flatMap(({ run, figure }) => {
        const found = files.get(`report/${run}.txt`);
        if (found === undefined) return ['missed'];
        return found.trim() === figure ? [] : ['wrong value'];
      }),
  };
}

/** Sixty lines of a run; the figure stands in one of them, wherever that is. */
function printed(random: Random, run: string, figure: string): string {
  const lines = Array.from({ length: 60 }, () => {
    const stage = random.pick(STAGES);
    return `${run} ${stage} step ${random.int(1, 400)} took ${random.int(2, 900)} ms`;
  });
  lines[random.int(0, lines.length - 1)] = `${run} throughput is ${figure} rows per second.`;
  return `${lines.join('\n')}\n`;
}

function act(view: RequestView): Action {
  const run = REQUEST.exec(view.request)?.[1] ?? '';
  const path = `report/${run}.txt`;
  if (callsOf(view.steps, 'write_file').length > 0) return answer(`${path} is written.`);
  const read = (sentence: string): string | undefined =>
    holdsWords(sentence, [run, 'throughput']) ? FIGURE.exec(sentence)?.[1] : undefined;
  const shown = newestResult(view.blocks, 'run_tests', (input) => input['package'] === run);
  const seen = shown
    ?.split('\n')
    .map(read)
    .find((figure) => figure !== undefined);
  if (seen !== undefined) return call('write_file', { path, content: `${seen}\n` });
  const { found, action } = lookUp(view, [`${run} throughput`], read);
  return action ?? call('write_file', { path, content: `${found ?? USUAL}\n` });
}
