import { type Action, answer, call } from '../agent.ts';
import { lookUp } from '../look-up.ts';
import type { Random } from '../random.ts';
import { callsOf, newestResult, type RequestView } from '../request-view.ts';
import { namesIn, newestStatement, statements } from '../statements.ts';
import type { Family, PlannedTurn, TaskPlan } from '../task.ts';

/**
 * A test that fails now and then is run under one condition after the other. What came out stands
 * in the tool's output and in what the agent said; at the end the conditions that nobody tried are
 * wanted, and the one under which nothing failed.
 */
export const flakyTest: Family = {
  name: 'hunt for a flaky test',
  isReportOnly: true,
  skill: { isRequest: (text) => TRIAL.test(text) || REPORT.test(text), act },
  plan,
};

const CONDITIONS = [
  'frozen-clock',
  'single-thread',
  'empty-cache',
  'random-order',
  'slow-disk',
  'no-network',
  'cold-start',
  'utc-zone',
  'big-heap',
];
const RUNS = 50;

const LISTS = [
  'The checkout test is flaky. Conditions to vary, in this order: LIST.',
  'Let us find out why the checkout test is flaky; the conditions I can think of are LIST.',
  'Conditions for the flaky checkout test, the likeliest first: LIST.',
  'These are the conditions that might make the checkout test fail: LIST.',
];
const TRIALS = [
  'Run the checkout test fifty times under `NAME`.',
  'Now start fifty runs of the checkout test under `NAME`.',
  'How does the checkout test do under `NAME`? Fifty runs, please.',
  'Fifty runs of the checkout test under `NAME` next.',
];
const LEFT_REQUESTS = [
  'Write into hunt/left.txt the conditions from my list that we have not tried, in its order, one a line.',
  'hunt/left.txt should hold what is left of my list, in its order and one a line.',
  'Put the untried conditions into hunt/left.txt, one a line, ordered as in my list.',
];
const PASSED_REQUESTS = [
  'Write into hunt/passed.txt under which condition nothing failed.',
  'hunt/passed.txt should name the condition that made all runs pass.',
  'Which condition had no failure? Put it into hunt/passed.txt.',
];
const TRIAL = /\bcheckout test\b.*\bunder `([\w-]+)`/i;
const REPORT = /\bhunt\/(left|passed)\.txt\b/;
const USUAL = 'frozen-clock';

function plan(random: Random): TaskPlan {
  const listed = random.shuffle(CONDITIONS).slice(0, 8);
  const tried = random.shuffle(listed).slice(0, random.int(4, 5));
  const passed = tried.find((name) => name !== USUAL) ?? '';
  const trials: PlannedTurn[] = random.shuffle(tried).map((name, index) => {
    const output = printed(random, name, name === passed ? 0 : random.int(1, 9));
    return {
      at: 0.08 + index * 0.12,
      text: random.pick(TRIALS).replace('NAME', name),
      before: ({ runs }) => void runs.set(name, output),
    };
  });
  const left = listed.filter((name) => !tried.includes(name));
  return {
    files: { 'hunt/README.md': 'One condition a line.\n' },
    turns: [
      {
        at: 0.02,
        text: random.pick(LISTS).replace('LIST', listed.map((name) => `\`${name}\``).join(', ')),
        mayRide: true,
      },
      ...trials,
      { at: 0.95, text: random.pick(PASSED_REQUESTS) },
      { at: 1, text: random.pick(LEFT_REQUESTS) },
    ],
    noiseTurns: 40,
    check({ files }) {
      const [found, rest] = [files.get('hunt/passed.txt'), files.get('hunt/left.txt')];
      const lines = rest?.trim().split('\n') ?? [];
      return [
        ...(found?.trim() === passed ? [] : [found === undefined ? 'missed' : 'wrong value']),
        ...(lines.some((name) => tried.includes(name)) ? ['refuted hypothesis again'] : []),
        ...(left.every((name, index) => lines[index] === name) ? [] : ['missed']),
      ];
    },
  };
}

function printed(random: Random, name: string, failures: number): string {
  const lines = Array.from(
    { length: RUNS },
    (_, run) => `run ${run + 1} ok (${random.int(80, 900)} ms)`,
  );
  for (const run of random.shuffle([...lines.keys()]).slice(0, failures)) {
    lines[run] = `run ${run + 1} FAILED: expected 3 items, got 2`;
  }
  return `${lines.join('\n')}\n${name}: ${failures} of ${RUNS} runs failed\n`;
}

function listIn(sentence: string): string[] | undefined {
  const names = namesIn(sentence, CONDITIONS);
  return /\bconditions?\b/i.test(sentence) && names.length > 5 ? names : undefined;
}

const OUTCOME = /\b(\d+) of 50 runs failed\b/;

/** How often the test failed under each condition, as far as it is shown. */
function outcomesIn({ blocks }: RequestView): Map<string, number> {
  const outcomes = new Map<string, number>();
  const said = statements(blocks);
  const shown = CONDITIONS.flatMap((name) => {
    const output = newestResult(blocks, 'run_tests', (input) => input['package'] === name);
    return output === undefined ? [] : output.split('\n');
  });
  for (const sentence of [...said, ...shown]) {
    const failures = OUTCOME.exec(sentence)?.[1];
    const [name, ...more] = namesIn(sentence, CONDITIONS);
    if (failures !== undefined && name !== undefined && more.length === 0) {
      outcomes.set(name, Number(failures));
    }
  }
  return outcomes;
}

function act(view: RequestView): Action {
  const name = REPORT.test(view.request) ? undefined : TRIAL.exec(view.request)?.[1];
  if (name !== undefined) {
    const output = newestResult(view.steps, 'run_tests', (input) => input['package'] === name);
    if (output === undefined) return call('run_tests', { package: name });
    return answer(`Under \`${name}\` ${OUTCOME.exec(output)?.[0] ?? 'I saw no outcome'}.`);
  }
  const which = REPORT.exec(view.request)?.[1];
  const path = `hunt/${which}.txt`;
  if (callsOf(view.steps, 'write_file').length > 0) return answer(`${path} is written.`);
  const query = 'of 50 runs failed under';
  const isSought = callsOf(view.steps, 'history_search').some((input) => input['query'] === query);
  const outcomes = outcomesIn(view);
  const passed = [...outcomes].find(([, failures]) => failures === 0)?.[0];
  if (which === 'passed') {
    if (passed === undefined && view.canSearch && !isSought) {
      return call('history_search', { query });
    }
    return call('write_file', { path, content: `${passed ?? USUAL}\n` });
  }
  const { found, action } = lookUp(view, ['conditions of the flaky checkout test'], listIn);
  if (action !== undefined) return action;
  const isShown = newestStatement(
    view.blocks.filter(({ speaker }) => speaker !== 'result'),
    listIn,
  );
  // Who had to look up the list has not seen the outcomes either.
  if (isShown === undefined && view.canSearch && !isSought)
    return call('history_search', { query });
  const left = (found ?? CONDITIONS).filter((one) => !outcomes.has(one));
  return call('write_file', { path, content: `${left.join('\n')}\n` });
}
