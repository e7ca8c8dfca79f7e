/** What was played in five languages, as Markdown. */
import { markdownTable } from '../../markdown-table.ts';
import type { PlayRow } from '../report.ts';
import type { TaskAnswer } from '../task-answers.ts';
import { languages } from './families.ts';
import { PAGES } from './pages.ts';

/** A family of one language is named after its kind and, in brackets, the language. */
const LANGUAGE = / \((\w+)\)$/;

type Cell = (own: readonly PlayRow[]) => string;

/** Tasks solved by language and policy, then by kind; last the pairs of pages and ports. */
export function languagesReport(
  tasks: readonly TaskAnswer[],
  pages: readonly TaskAnswer[],
): string[] {
  const rejected = tasks.filter(({ verdict }) => verdict.rejected !== undefined);
  const rows = tasks.flatMap((answer) => answer.rows);
  const builds = [...new Set(rows.map(({ build }) => build))].join(', ');
  const ofPages = pages.flatMap((answer) => answer.rows);
  return [
    `${tasks.length} tasks, ${rejected.length} of them rejected; played by the ${builds}.`,
    '',
    ...byLanguage('tasks solved', rows, solved),
    '',
    ...byLanguage('wrong actions / acts carried out again in a later turn', rows, wrong),
    '',
    ...byLanguage('tasks solved, kind by kind', rows, solved, ({ family }) =>
      family.replace(LANGUAGE, ', '),
    ),
    '',
    ...byLanguage(`pairs of ${PAGES} pages and ports in the last request`, ofPages, pairs),
  ];
}

const solved: Cell = (own) => `${own.filter(({ play }) => play.isSolved).length} of ${own.length}`;

/** What was left undone is no action. */
const wrong: Cell = (own) => {
  const actions = sum(own, ({ play: { wrong: kinds } }) => {
    return sum(Object.entries(kinds), ([kind, times]) => (kind === 'missed' ? 0 : times));
  });
  return `${actions} / ${sum(own, ({ play }) => play.actsAgain)}`;
};

const pairs: Cell = (own) =>
  own
    .map(({ play }) => PAGES - (play.wrong['missed'] ?? 0) - (play.wrong['wrong value'] ?? 0))
    .join(', ');

/** A row a window and policy, a column a language. */
function byLanguage(
  title: string,
  rows: readonly PlayRow[],
  cell: Cell,
  kindOf: (row: PlayRow) => string = () => '',
): string[] {
  const groups = Map.groupBy(
    rows,
    (row) => `${kindOf(row)}${row.window.toLocaleString('en')} \`${row.policy}\``,
  );
  return markdownTable(
    [title, ...languages.map(({ language }) => language)],
    [...groups].map(([name, own]) => [
      name,
      ...languages.map(({ language }) => {
        const spoken = own.filter(({ family }) => LANGUAGE.exec(family)?.[1] === language);
        return spoken.length === 0 ? '–' : cell(spoken);
      }),
    ]),
  );
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}
