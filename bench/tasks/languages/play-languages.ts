/** Plays the families that exist in five languages, without history tools. */
import { playTasks, type TasksToPlay } from '../play-tasks.ts';
import { settingsOf, type TaskAnswer } from '../task-answers.ts';
import { languageFamilies, pageFamilies } from './families.ts';

/** Of each family in each language. */
const TASKS_A_FAMILY = 6;
const PAGE_WINDOWS = [8000, 3000];

interface LanguagesToPlay extends Omit<TasksToPlay, 'count' | 'families' | 'settings'> {
  policies: readonly string[];
  windows: readonly number[];
  /** How many tasks of all families together. Default: six of each. */
  count?: number;
}

/** The tasks, and the tables of sixty pairs, as they were played. */
export async function playLanguages({
  policies,
  windows,
  count = TASKS_A_FAMILY * languageFamilies.length,
  ...common
}: LanguagesToPlay): Promise<{ tasks: TaskAnswer[]; pages: TaskAnswer[] }> {
  const settings = settingsOf(policies, windows, [false]);
  const tasks = await playTasks({ ...common, families: languageFamilies, count, settings });
  const pages = await playTasks({
    ...common,
    families: pageFamilies,
    count: pageFamilies.length,
    settings: settingsOf(policies, PAGE_WINDOWS, [false]),
  });
  return { tasks, pages };
}
