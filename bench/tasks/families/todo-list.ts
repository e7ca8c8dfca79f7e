import { type Action, answer, call } from '../agent.ts';
import { lookUp } from '../look-up.ts';
import type { Random } from '../random.ts';
import { callsOf, type RequestView } from '../request-view.ts';
import { statements } from '../statements.ts';
import type { Family, TaskPlan } from '../task.ts';

/** A to-do list of 60 items that the user gives once, worked off three at a time. */
export const todoList: Family = {
  name: 'to-do list of 60 items',
  isReportOnly: false,
  skill: { isRequest: (text) => REQUEST.test(text) && !ITEM.test(text), act },
  plan,
};

const ITEMS = 60;
const AT_ONCE = 3;
const FOLDERS = ['guide', 'manual', 'recipes', 'faq'];
const SYLLABLES =
  'ka lo mi ren su tar vel dor fin gal hep jus nor pim qua rol sten tov wex zan'.split(' ');

const SAYINGS = [
  'add `WORD` to PATH',
  'put the entry `WORD` into PATH',
  'PATH needs an entry `WORD`',
  '`WORD` is missing from PATH, enter it',
  'write `WORD` at the end of PATH',
  'PATH: one more line, `WORD`',
];
const OPENINGS = [
  'Here is the to-do list for the glossary, 60 items. I will tell you when to go on.',
  'This is our to-do list. Work through it in order, a few items whenever I say so.',
  'To-do list, to be worked off from the top as I call for it:',
];
const REQUESTS = [
  'Do the next three items of the to-do list.',
  'Go on with the to-do list: three more items.',
  'Three more items from the to-do list, please.',
  'Please take the next three items off the to-do list.',
  'Back to the to-do list, the next three items.',
  'Continue with three items of our to-do list.',
];
const REQUEST = /\b(?:next three|three more|three) items\b/i;
/** An item as a reader finds it: its number, a word in quotes, a file. */
const ITEM = /(?:^|\s)(\d{1,2})[.)] .*`/m;

function plan(random: Random): TaskPlan {
  const words = new Set<string>();
  while (words.size < ITEMS) {
    words.add(Array.from({ length: 3 }, () => random.pick(SYLLABLES)).join(''));
  }
  const items = [...words].map((word) => ({ word, path: `docs/${random.pick(FOLDERS)}.md` }));
  const list = items.map(({ word, path }, index) => {
    return `${index + 1}. ${random.pick(SAYINGS).replace('WORD', word).replace('PATH', path)}`;
  });
  const rounds = ITEMS / AT_ONCE;
  const asked = Array.from({ length: rounds }, (_, index) => ({
    at: 0.04 + ((index + 1) / rounds) * 0.96,
    text: random.pick(REQUESTS),
  }));
  return {
    files: Object.fromEntries(FOLDERS.map((name) => [`docs/${name}.md`, `# ${name}\n`])),
    turns: [
      { at: 0.02, text: `${random.pick(OPENINGS)}\n\n${list.join('\n')}\n\n`, mayRide: true },
      ...asked,
    ],
    noiseTurns: 22,
    check(world) {
      return items.flatMap(({ word, path }) => {
        const times = (world.files.get(path) ?? '').split('\n').filter((line) => line === word);
        if (times.length === 1) return [];
        return times.length === 0 ? ['missed'] : ['done again'];
      });
    },
  };
}

interface Item {
  number: number;
  word: string;
  path: string;
}

/** The items of a list, one a line or all in one. */
function itemsIn(text: string): Item[] {
  const parts = text.split(/(?=(?<!\S)\d{1,2}[.)]\s)/);
  return parts.flatMap((part) => {
    const number = /^\W*(\d{1,2})[.)]\s/.exec(part)?.[1];
    const path = /\bdocs\/\w+\.md\b/.exec(part)?.[0];
    const word = /`([a-z]+)`/.exec(part)?.[1];
    if (number === undefined || path === undefined || word === undefined) return [];
    return [{ number: Number(number), word, path }];
  });
}

/** "Items 4 to 6 are done": 6. */
function doneIn(sentence: string): number | undefined {
  const through = /\bitems? (?:\d+ (?:to|through|and|-) )?(\d+) (?:is|are) done\b/i.exec(
    sentence,
  )?.[1];
  return through === undefined ? undefined : Number(through);
}

/**
 * How far the list is done: as told in the dialogue, or by a search of this turn; older ones are
 * stale.
 */
function progress({ blocks, steps }: RequestView, items: readonly Item[]): number {
  const added = new Set(callsOf(blocks, 'append_line').map((input) => input['line']));
  const byHand = items.filter(({ word }) => added.has(word)).map(({ number }) => number);
  const fresh = blocks.filter((block) => block.speaker !== 'result' || steps.includes(block));
  return Math.max(0, ...statements(fresh).flatMap((sentence) => doneIn(sentence) ?? []), ...byHand);
}

function act(view: RequestView): Action {
  const items = statements(view.blocks).flatMap(itemsIn);
  const isBlind = statements(view.blocks.filter(({ speaker }) => speaker !== 'result'))
    .flatMap(itemsIn)
    .every(({ number }) => number > 1);
  const addedNow = callsOf(view.steps, 'append_line').length;
  const done = progress(view, items);
  if (addedNow >= AT_ONCE || done >= ITEMS) {
    return answer(`Items ${Math.max(1, done - AT_ONCE + 1)} to ${done} are done.`);
  }
  const isSought = callsOf(view.steps, 'history_search').length > 0;
  if (isBlind && done === 0 && view.canSearch && !isSought) {
    return call('history_search', { query: 'items done' });
  }
  const next = items.find(({ number }) => number === done + 1);
  if (next !== undefined) return call('append_line', { path: next.path, line: next.word });
  const { action } = lookUp(view, ['to-do list items'], (sentence) => {
    return itemsIn(sentence).find(({ number }) => number === done + 1);
  });
  return action ?? answer('I do not see what is next on the list.');
}
