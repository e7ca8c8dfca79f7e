import type { Play } from './play-task.ts';

/** One play of a valid task. */
export interface PlayRow {
  family: string;
  seed: number;
  policy: string;
  window: number;
  canSearch: boolean;
  play: Play;
}

/** What came of all plays of a family, or of all families, under one policy and window. */
export interface Score {
  family: string;
  policy: string;
  window: number;
  canSearch: boolean;
  tasks: number;
  solved: number;
  wrong: Record<string, number>;
  /** Means over the tasks. */
  calls: number;
  searches: number;
  readAgain: number;
  usd: number;
}

/** Stands for all families together. */
export const ALL_FAMILIES = 'all';

/**
 * Scores by family, policy, window and search, in the order of the rows, sums over families last.
 */
export function scorePlays(rows: readonly PlayRow[]): Score[] {
  const groups = new Map<string, PlayRow[]>();
  for (const family of [undefined, ALL_FAMILIES]) {
    for (const row of rows) {
      const named = { ...row, family: family ?? row.family };
      const key = [named.family, row.window, row.policy, row.canSearch].join('|');
      groups.set(key, [...(groups.get(key) ?? []), named]);
    }
  }
  return [...groups.values()].map(scoreGroup);
}

function scoreGroup(rows: readonly PlayRow[]): Score {
  const [{ family, policy, window, canSearch }] = rows as [PlayRow];
  const mean = (read: (play: Play) => number): number => {
    return rows.reduce((sum, { play }) => sum + read(play), 0) / rows.length;
  };
  const wrong: Record<string, number> = {};
  for (const { play } of rows) {
    for (const [kind, times] of Object.entries(play.wrong))
      wrong[kind] = (wrong[kind] ?? 0) + times;
  }
  return {
    family,
    policy,
    window,
    canSearch,
    tasks: rows.length,
    solved: rows.filter(({ play }) => play.isSolved).length,
    wrong,
    calls: mean(({ calls }) => calls),
    searches: mean(({ searches }) => searches),
    readAgain: mean(({ readAgain }) => readAgain),
    usd: mean(({ usd }) => usd),
  };
}

/** One table a window: a row a policy, a column a family, each cell the share that was solved. */
export function solvedTable(scores: readonly Score[], families: readonly string[]): string[] {
  const of = groupOf(scores);
  return of.keys.flatMap(({ window, canSearch }) => [
    `Window ${window.toLocaleString('en')}, ${canSearch ? 'with' : 'without'} history tools:`,
    '',
    `| policy | ${[...families, ALL_FAMILIES].join(' | ')} | calls | searches | read again | cost |`,
    `| --- |${' --: |'.repeat(families.length + 5)}`,
    ...of.policies.map((policy) => {
      const find = (family: string): Score | undefined => {
        return scores.find((score) => {
          const isSetting = score.window === window && score.canSearch === canSearch;
          return isSetting && score.policy === policy && score.family === family;
        });
      };
      const cells = [...families, ALL_FAMILIES].map((family) => shareOf(find(family)));
      const all = find(ALL_FAMILIES);
      const means = [all?.calls, all?.searches, all?.readAgain].map(
        (value) => value?.toFixed(1) ?? '–',
      );
      return `| \`${policy}\` | ${[...cells, ...means, `$${all?.usd.toFixed(3) ?? '–'}`].join(' | ')} |`;
    }),
    '',
  ]);
}

/** Wrong actions by kind, over all families. */
export function wrongTable(scores: readonly Score[]): string[] {
  const all = scores.filter(({ family }) => family === ALL_FAMILIES);
  const kinds = [...new Set(all.flatMap(({ wrong }) => Object.keys(wrong)))].toSorted();
  return [
    `| window | tools | policy | ${kinds.join(' | ')} |`,
    `| --: | --- | --- |${' --: |'.repeat(kinds.length)}`,
    ...all.map(({ window, canSearch, policy, wrong }) => {
      const cells = kinds.map((kind) => wrong[kind] ?? 0).join(' | ');
      return `| ${window.toLocaleString('en')} | ${canSearch ? 'yes' : 'no'} | \`${policy}\` | ${cells} |`;
    }),
  ];
}

function shareOf(score: Score | undefined): string {
  return score === undefined ? '–' : `${Math.round((100 * score.solved) / score.tasks)} %`;
}

function groupOf(scores: readonly Score[]) {
  const keys = new Map(
    scores.map(({ window, canSearch }) => [`${window} ${canSearch}`, { window, canSearch }]),
  );
  return { keys: [...keys.values()], policies: [...new Set(scores.map(({ policy }) => policy))] };
}
