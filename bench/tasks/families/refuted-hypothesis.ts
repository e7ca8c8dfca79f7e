import { type Action, answer, call } from '../agent.ts';
import { lookUp } from '../look-up.ts';
import type { Random } from '../random.ts';
import { callsOf, newestResult, type RequestView } from '../request-view.ts';
import { namesIn, newestStatement, statements } from '../statements.ts';
import type { Family, PlannedTurn, TaskPlan } from '../task.ts';

/**
 * A search for a cause among suspects that the user names in order. Those tried before are refuted;
 * at the end the first that is left is to be fixed. Whoever does not see a refutation tries it
 * again.
 */
export const refutedHypothesis: Family = {
  name: 'hypothesis refuted before',
  isReportOnly: true,
  skill: { isRequest: (text) => suspectToTry(text) !== undefined || FIX.test(text), act },
  plan,
};

const SUSPECTS = [
  'dns-cache',
  'clock-skew',
  'pool-size',
  'tls-resume',
  'retry-storm',
  'gc-pauses',
  'lock-order',
  'nagle-delay',
  'page-cache',
];

const LISTS = [
  'The requests hang now and then. Suspects, in this order: LIST.',
  'My suspects for the hanging requests, most likely first: LIST.',
  'Here is what may cause the hanging; suspects by likelihood: LIST.',
  'List of suspects for the hang, to be taken in order: LIST.',
  'Requests hang. Suspects from likely to unlikely: LIST.',
  'I see these suspects for the hang, in order: LIST.',
];
const TRIALS = [
  'Try NAME first hand: switch it in trials/NAME.txt and see.',
  'Let us test the idea of NAME; switch it in trials/NAME.txt.',
  'Is it NAME? Switch it in trials/NAME.txt and find out.',
  'Please try what happens when you switch trials/NAME.txt.',
];
const VERDICTS = [
  'It still hangs, so it is not `NAME`.',
  'No change at all: we can rule out `NAME`.',
  'Still hanging. `NAME` is innocent.',
  '`NAME` is refuted, the hang is still there.',
  'So `NAME` was not the cause.',
  'Cross out `NAME`, it made no difference.',
];
const FIXES = [
  'Now write the first suspect that is still standing into fix.txt.',
  'Put the most likely suspect that we have not refuted into fix.txt.',
  'Which suspect is next in our order? Write the one that remains into fix.txt.',
  'Take the first suspect not ruled out and write it into fix.txt.',
  'Write into fix.txt the best suspect we have left.',
  'fix.txt gets the next suspect in order that is not crossed out.',
];
const FIX = /\bsuspect\b.*\bfix\.txt|\bfix\.txt\b.*\bsuspect\b/i;

function plan(random: Random): TaskPlan {
  const count = random.int(3, 6);
  const [usual = '', ...others] = SUSPECTS;
  const suspects = random.shuffle(others).slice(0, 7);
  // The usual guess has been tried: nobody is right by chance.
  suspects.splice(random.int(0, count - 1), 0, usual);
  const refuted = suspects.slice(0, count);
  const turns: PlannedTurn[] = refuted.flatMap((name, index) => {
    const at = 0.1 + (index / refuted.length) * 0.55;
    const trial = random.pick(TRIALS).replaceAll('NAME', name);
    const verdict = random.pick(VERDICTS).replace('NAME', name);
    return [
      { at, text: trial },
      { at: at + 0.03, text: verdict, mayRide: true },
    ];
  });
  const list = suspects.map((name) => `\`${name}\``).join(', ');
  const files = Object.fromEntries(suspects.map((name) => [`trials/${name}.txt`, 'off\n']));
  return {
    files,
    turns: [
      { at: 0.02, text: random.pick(LISTS).replace('LIST', list), mayRide: true },
      ...turns,
      { at: 1, text: random.pick(FIXES) },
    ],
    noiseTurns: 40,
    check(world) {
      const found = world.files.get('fix.txt')?.trim() ?? '';
      if (found === suspects[refuted.length]) return [];
      if (refuted.includes(found)) return ['refuted hypothesis again'];
      return [found === '' ? 'missed' : 'out of order'];
    },
  };
}

function suspectToTry(text: string): string | undefined {
  return /\bswitch\b/i.test(text) ? /\btrials\/([\w-]+)\.txt\b/.exec(text)?.[1] : undefined;
}

function listIn(sentence: string): string[] | undefined {
  const names = namesIn(sentence, SUSPECTS);
  return /\bsuspects?\b/i.test(sentence) && names.length > 2 ? names : undefined;
}

const REFUTING =
  /\b(?:it is not|not the cause|rule out|ruled out|innocent|refuted|cross(?:ed)? out|made no difference|not it)\b/i;

/** What a sentence says is not the cause, of a few: a list of many says nothing of each. */
function refutedIn(sentence: string): string[] {
  return REFUTING.test(sentence) ? namesIn(sentence, SUSPECTS) : [];
}

function act(view: RequestView): Action {
  const name = suspectToTry(view.request);
  if (name !== undefined) {
    const path = `trials/${name}.txt`;
    const edited = newestResult(view.steps, 'write_file', (input) => input['path'] === path);
    if (edited !== undefined) return answer(`${path} is switched on; watch whether it hangs.`);
    return call('write_file', { path, content: 'on\n' });
  }
  if (callsOf(view.steps, 'write_file').length > 0) return answer('fix.txt is written.');
  const { found: list, action } = lookUp(view, ['suspects hang order'], listIn);
  if (action !== undefined) return action;
  const isShown = newestStatement(
    view.blocks.filter(({ speaker }) => speaker !== 'result'),
    listIn,
  );
  const refuted = new Set(statements(view.blocks).flatMap(refutedIn));
  const order = list ?? SUSPECTS;
  const next = order.find((one) => !refuted.has(one)) ?? '';
  // Who had to look up the list has not seen the verdicts either.
  const isUnsure = isShown === undefined && list !== undefined && view.canSearch;
  const query = `still hangs, ${next} refuted or ruled out`;
  const isSought = callsOf(view.steps, 'history_search').some((input) => input['query'] === query);
  if (isUnsure && !isSought) return call('history_search', { query });
  return call('write_file', { path: 'fix.txt', content: `${next}\n` });
}
