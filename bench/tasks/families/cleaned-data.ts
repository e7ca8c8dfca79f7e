import { type Action, answer, call } from '../agent.ts';
import { lookUp } from '../look-up.ts';
import type { Random } from '../random.ts';
import { newestResult, type RequestView } from '../request-view.ts';
import { holdsWords } from '../statements.ts';
import type { Family, PlannedTurn, TaskPlan } from '../task.ts';

/**
 * Measurements that are cleaned part by part: an upper limit for each column is agreed in passing,
 * and two of them are moved later. Each part is cleaned by the limits of its time.
 */
export const cleanedData: Family = {
  name: 'data cleaned by agreed limits',
  isReportOnly: true,
  skill: { isRequest: (text) => REQUEST.test(text), act },
  plan,
};

const COLUMNS = ['speed', 'weight', 'pressure', 'humidity'];
const ROWS = 14;
/** No value is above it: without a limit nothing is dropped. */
const HIGHEST = 999;

const SAYINGS = [
  'Rows whose COLUMN is above LIMIT are measuring errors, drop those.',
  'The COLUMN may be LIMIT at most, the other rows have to leave.',
  'Throw out every row with a COLUMN over LIMIT.',
  'For the COLUMN we set the limit at LIMIT.',
  'The lab says LIMIT is the upper limit of the COLUMN.',
  'Whatever lies beyond LIMIT in the COLUMN column comes from a broken sensor.',
];
const CHANGES = [
  'That was too strict: for the COLUMN the limit is LIMIT from here on.',
  'We looked at the COLUMN again; everything over LIMIT is dropped from the next part on.',
  'New limit for the COLUMN, as of now: LIMIT.',
  'The sensor was replaced, so the COLUMN may be LIMIT at most now.',
];
const REQUESTS = [
  'Clean data/part-N.csv by the limits we agreed on.',
  'data/part-N.csv has arrived, please clean it as agreed.',
  'Then data/part-N.csv: drop what is over our limits.',
  'Please take data/part-N.csv next and clean it like we said.',
];
const REQUEST = /\bdata\/part-(\d+)\.csv\b/;
const LIMIT = /\b(\d{3})\b/;
const LIMITING = /\b(?:above|at most|over|limit|beyond)\b/i;

type Limits = ReadonlyMap<string, number>;

function plan(random: Random): TaskPlan {
  const first: Limits = new Map(COLUMNS.map((column) => [column, random.int(500, 750)]));
  const moved = random.shuffle(COLUMNS).slice(0, 2);
  const second: Limits = new Map(
    COLUMNS.map((column) => [
      column,
      moved.includes(column) ? random.int(770, 930) : (first.get(column) ?? 0),
    ]),
  );
  const say = (wordings: readonly string[], column: string, limits: Limits): string =>
    random
      .pick(wordings)
      .replace('COLUMN', column)
      .replace('LIMIT', String(limits.get(column)));
  const parts = Array.from({ length: 5 }, (_, index) => {
    const path = `data/part-${index + 1}.csv`;
    const content = table(random, first, second);
    return { path, content, limits: index < 2 ? first : second };
  });
  const turns: PlannedTurn[] = [
    ...random.shuffle(COLUMNS).map((column, index) => ({
      at: 0.01 + index * 0.05,
      text: say(SAYINGS, column, first),
      mayRide: true,
    })),
    ...moved.map((column, index) => ({
      at: 0.5 + index * 0.04,
      text: say(CHANGES, column, second),
      mayRide: true,
    })),
    ...parts.map((_, index) => ({
      at: index < 2 ? 0.3 + index * 0.12 : 0.4 + index * 0.15,
      text: random.pick(REQUESTS).replace('N', String(index + 1)),
    })),
  ];
  return {
    files: Object.fromEntries(parts.map(({ path, content }) => [path, content])),
    turns: turns.toSorted((left, right) => left.at - right.at),
    noiseTurns: 40,
    check: ({ files }) =>
      parts.flatMap(({ path, content, limits }) => {
        const found = files.get(path) ?? '';
        if (found === clean(content, limits)) return [];
        return [found === content ? 'missed' : 'wrong limit'];
      }),
  };
}

/** Some rows between the first and the second limits, so that either of them shows. */
function table(random: Random, first: Limits, second: Limits): string {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const values = COLUMNS.map((column) => {
      const [low = 0, high = 0] = [first.get(column), second.get(column)];
      const kind = random.int(0, 9);
      if (kind === 0) return random.int(high + 1, HIGHEST);
      return kind === 1 && low < high ? random.int(low + 1, high) : random.int(100, low);
    });
    return [row + 1, ...values].join(',');
  });
  const sure = COLUMNS.map((column, index) => {
    const over = COLUMNS.map((name) => (name === column ? (first.get(name) ?? 0) + 1 : 100));
    return [ROWS + index + 1, ...over].join(',');
  });
  return `${[`row,${COLUMNS.join(',')}`, ...rows, ...sure].join('\n')}\n`;
}

function clean(content: string, limits: Limits): string {
  const [head = '', ...rows] = content.trimEnd().split('\n');
  const columns = head.split(',');
  const kept = rows.filter((row) =>
    row
      .split(',')
      .every((value, index) => Number(value) <= (limits.get(columns[index] ?? '') ?? HIGHEST)),
  );
  return `${[head, ...kept].join('\n')}\n`;
}

function act(view: RequestView): Action {
  const path = REQUEST.exec(view.request)?.[0] ?? '';
  const isPath = (input: Record<string, string>): boolean => input['path'] === path;
  if (newestResult(view.steps, 'write_file', isPath) !== undefined) {
    return answer(`${path} is clean.`);
  }
  const content = newestResult(view.steps, 'read_file', isPath);
  if (content === undefined) return call('read_file', { path });
  const limits = new Map<string, number>();
  for (const column of COLUMNS) {
    const { found, action } = lookUp(view, [`limit of the ${column}`], (sentence) => {
      if (!holdsWords(sentence, [column]) || !LIMITING.test(sentence)) return undefined;
      return LIMIT.exec(sentence)?.[1];
    });
    if (action !== undefined) return action;
    if (found !== undefined) limits.set(column, Number(found));
  }
  return call('write_file', { path, content: clean(content, limits) });
}
