import { type Action, answer, call } from '../agent.ts';
import type { Random } from '../random.ts';
import { callsOf, type RequestView } from '../request-view.ts';
import { statements } from '../statements.ts';
import type { Family, PlannedTurn, TaskPlan } from '../task.ts';

/**
 * A shift on call: incidents come up in passing, change hands and are resolved. At its end those
 * that are left, and who has them, are handed over.
 */
export const shiftHandover: Family = {
  name: 'handover of a shift on call',
  isReportOnly: true,
  skill: { isRequest: (text) => REQUEST.test(text), act },
  plan,
};

const OWNERS = 'Amara Bjarne Chidi Dolores Emeka Farah Goran Hana'.split(' ');
const SYSTEMS = 'checkout login mail search billing upload exports webhooks'.split(' ');

const REPORTS = [
  'INC is about SYSTEM, OWNER has it.',
  'We have a new incident, INC: SYSTEM times out and OWNER looks after it.',
  'OWNER took INC, that is the one about SYSTEM.',
  'Pager just rang: INC, SYSTEM answers slowly, assigned to OWNER.',
  'INC came in for SYSTEM and went to OWNER.',
];
const MOVES = [
  'INC is with OWNER now.',
  'OWNER takes over INC.',
  'I gave INC to OWNER, who knows that part better.',
  'From here on OWNER has INC.',
];
const ENDINGS = [
  'INC is resolved.',
  'We could close INC, it was a false alarm.',
  'INC is done, the fix is live.',
  'Good news: INC is fixed.',
];
const REQUESTS = [
  'My shift ends. Write into handover/incidents.txt each incident that is not resolved and who has it, one a line.',
  'Please write handover/incidents.txt for the next shift: the incidents left, one a line, each with its owner.',
  'handover/incidents.txt should list every incident that we did not finish, with the one who has it, a line each.',
];
const REQUEST = /\bhandover\/incidents\.txt\b/;
const PATH = 'handover/incidents.txt';
const INCIDENT = /\bINC-\d{4}\b/;
const ENDED = /\b(?:resolved|close|closed|done|fixed|false alarm)\b/i;
const QUERIES = ['INC incident has it', 'INC resolved closed done fixed'];

function plan(random: Random): TaskPlan {
  const systems = random.shuffle(SYSTEMS);
  const incidents = Array.from({ length: 7 }, (_, index) => {
    const [owner = '', next = ''] = random.shuffle(OWNERS);
    return {
      id: `INC-${1000 + index * 1200 + random.int(0, 1100)}`,
      system: systems[index] ?? '',
      owner,
      next: index % 3 === 1 ? next : undefined,
      isEnded: index % 2 === 0 && index < 6,
    };
  });
  const order = random.shuffle(incidents);
  const turns: PlannedTurn[] = order.flatMap(({ id, system, owner, next, isEnded }, index) => {
    const at = 0.02 + index * 0.09;
    const say = (wordings: readonly string[], who: string): string =>
      random.pick(wordings).replace('INC', id).replace('SYSTEM', system).replace('OWNER', who);
    return [
      { at, text: say(REPORTS, owner), mayRide: true },
      ...(next === undefined ? [] : [{ at: at + 0.12, text: say(MOVES, next), mayRide: true }]),
      ...(isEnded ? [{ at: at + 0.2, text: say(ENDINGS, owner), mayRide: true }] : []),
    ];
  });
  const left = incidents.filter(({ isEnded }) => !isEnded);
  return {
    files: { 'handover/README.md': 'One incident a line: its number, then a name.\n' },
    turns: [
      ...turns.toSorted((one, other) => one.at - other.at),
      { at: 1, text: random.pick(REQUESTS) },
    ],
    noiseTurns: 40,
    check({ files }) {
      const lines = files.get(PATH)?.trim().split('\n') ?? [];
      const listed = new Map(lines.map((line) => line.split(' ') as [string, string]));
      return [
        ...left.flatMap(({ id, owner, next }) => {
          const found = listed.get(id);
          if (found === undefined) return ['missed'];
          return found === (next ?? owner) ? [] : ['wrong owner'];
        }),
        ...incidents.flatMap(({ id, isEnded }) =>
          isEnded && listed.has(id) ? ['done again'] : [],
        ),
      ];
    },
  };
}

function act(view: RequestView): Action {
  if (callsOf(view.steps, 'write_file').length > 0) return answer(`${PATH} is written.`);
  // Nobody can tell whether he sees all incidents, so whoever can searches for them.
  const asked = new Set(callsOf(view.steps, 'history_search').map(({ query }) => query));
  const query = view.canSearch ? QUERIES.find((one) => !asked.has(one)) : undefined;
  if (query !== undefined) return call('history_search', { query });
  const owners = new Map<string, string>();
  const ended = new Set<string>();
  for (const sentence of statements(view.blocks)) {
    const id = INCIDENT.exec(sentence)?.[0];
    if (id === undefined) continue;
    if (ENDED.test(sentence)) ended.add(id);
    const owner = OWNERS.find((name) => sentence.includes(name));
    if (owner !== undefined) owners.set(id, owner);
  }
  const lines = [...owners].filter(([id]) => !ended.has(id)).map(([id, owner]) => `${id} ${owner}`);
  return call('write_file', { path: PATH, content: `${lines.toSorted().join('\n')}\n` });
}
