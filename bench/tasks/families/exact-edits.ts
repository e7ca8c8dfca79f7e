import { type Action, answer, call } from '../agent.ts';
import { lookUp } from '../look-up.ts';
import type { Random } from '../random.ts';
import { type Block, newestResult, type RequestView } from '../request-view.ts';
import { holdsWords, withoutDenied } from '../statements.ts';
import type { Family, PlannedTurn, TaskPlan } from '../task.ts';
import type { World } from '../world.ts';

/**
 * Edits by exact `old_string` on files that were read long ago and changed underneath since: what
 * is shown of a file saves a read, a stale copy costs a failed edit.
 */
export const exactEdits: Family = {
  name: 'exact edits on changing files',
  isReportOnly: false,
  skill: { isRequest: (text) => pathIn(text) !== undefined, act },
  plan,
};

const SERVICES = [
  'orders',
  'stock',
  'pricing',
  'basket',
  'refunds',
  'courier',
  'rating',
  'loyalty',
];

const AGREED = [
  'Deadlines as agreed with operations: tier TIER services get VALUE ms.',
  'For services of tier TIER the deadline is VALUE ms from now on.',
  'A tier TIER service has a deadline of VALUE ms.',
  'We settled on VALUE ms as the deadline for tier TIER.',
  'Every tier TIER deadline has to be VALUE ms.',
  'The deadline in tier TIER: VALUE ms.',
];
const READ_REQUESTS = [
  'Please read PATH, we will need it.',
  'Open PATH and have a look.',
  'Go through PATH once.',
];
const EDIT_REQUESTS = [
  'Set the deadline in PATH to what we agreed for its tier.',
  'PATH still has the old deadline: put in the agreed one.',
  'Bring the deadline in PATH in line with our agreement.',
  'Now the deadline of PATH, as agreed per tier.',
  'Give PATH the agreed deadline.',
  'The deadline of PATH is next; you know the figure for its tier.',
];

function plan(random: Random): TaskPlan {
  const agreed = [1, 2, 3].map((tier) => ({ tier, value: random.int(11, 89) * 100 + 50 }));
  const services = random.shuffle(SERVICES).map((name) => ({
    path: `services/${name}/config.yaml`,
    tier: random.int(1, 3),
    isChanged: random.next() < 0.4,
    isReadLate: random.next() < 0.5,
  }));
  const files = Object.fromEntries(
    services.map(({ path, tier }) => [path, config(random, tier)] as const),
  );
  const turns: PlannedTurn[] = agreed.map(({ tier, value }, index) => ({
    at: 0.03 + index * 0.04,
    text: random.pick(AGREED).replace('TIER', String(tier)).replace('VALUE', String(value)),
    mayRide: true,
  }));
  for (const [index, { path, isReadLate }] of services.entries()) {
    const at = (isReadLate ? 0.5 : 0.2) + (index / services.length) * 0.2;
    turns.push({ at, text: random.pick(READ_REQUESTS).replace('PATH', path) });
  }
  for (const [index, { path, isChanged }] of services.entries()) {
    const at = 0.72 + (index / services.length) * 0.28;
    const text = random.pick(EDIT_REQUESTS).replace('PATH', path);
    turns.push({
      at,
      text,
      ...(isChanged ? { before: redeploy(path, random.int(100, 900)) } : {}),
    });
  }
  return {
    files,
    turns: turns.toSorted((left, right) => left.at - right.at),
    noiseTurns: 30,
    check(world) {
      return services.flatMap(({ path, tier }) => {
        const found = deadlineOf(world.files.get(path) ?? '');
        const wanted = agreed.find((one) => one.tier === tier)?.value;
        return found === wanted ? [] : ['wrong value'];
      });
    },
  };
}

/** Somebody else's deployment: another deadline, another spacing, another build. */
function redeploy(path: string, value: number): (world: World) => void {
  return ({ files }) => {
    const content = files.get(path) ?? '';
    files.set(path, content.replace(/deadline_ms: +\d+/, `deadline_ms:  ${value}`));
  };
}

function config(random: Random, tier: number): string {
  const option = (name: string): string => `  ${name}: ${random.int(1, 4000)}`;
  const names = [
    'max_conns',
    'retry_after',
    'batch_size',
    'drain_grace',
    'poll_every',
    'keep_alive',
  ];
  return [
    'service:',
    `  tier: ${tier}`,
    ...random.shuffle(names).map(option),
    `  deadline_ms: ${random.int(100, 999)}`,
    ...names.map((name) => option(`${name}_burst`)),
    'end: true',
    '',
  ].join('\n');
}

function deadlineOf(content: string): number | undefined {
  const value = /deadline_ms: +(\d+)/.exec(content)?.[1];
  return value === undefined ? undefined : Number(value);
}

function pathIn(text: string): string | undefined {
  return /\bdeadline/i.test(text) ? /\bservices\/[\w/-]+\.yaml\b/.exec(text)?.[0] : undefined;
}

/** The line and the tier that the newest copy of a file shows, if it shows both. */
function shownConfig(blocks: readonly Block[], path: string) {
  const content = newestResult(blocks, 'read_file', (input) => input['path'] === path) ?? '';
  const line = /^.*deadline_ms:.*$/m.exec(content)?.[0];
  const tier = /\btier: (\d)/.exec(content)?.[1];
  return line === undefined || tier === undefined ? undefined : { line, tier };
}

function act(view: RequestView): Action {
  const path = pathIn(view.request) ?? '';
  const isMine = (input: Record<string, string>): boolean => input['path'] === path;
  const edited = newestResult(view.steps, 'edit_file', isMine);
  const readNow = newestResult(view.steps, 'read_file', isMine);
  if (edited !== undefined && !edited.startsWith('Failed')) {
    return answer(`The deadline in ${path} is set.`);
  }
  if (edited !== undefined && readNow === undefined) return call('read_file', { path });
  const shown = shownConfig(view.blocks, path);
  if (shown === undefined && readNow === undefined) return call('read_file', { path });
  if (shown === undefined) return answer(`I cannot see a deadline in ${path}.`);
  const queries = [
    `deadline for tier ${shown.tier} services from now on`,
    'deadline agreed settled',
  ];
  const { found, action } = lookUp(view, queries, (sentence) => {
    if (!holdsWords(sentence, ['deadline', String.raw`tier ${shown.tier}\b`])) return undefined;
    return /\b(\d+) ms\b/.exec(withoutDenied(sentence))?.[1];
  });
  if (action !== undefined) return action;
  const value = found ?? '1000';
  const after = shown.line.replace(/\d+/, value);
  if (after === shown.line) return answer(`The deadline in ${path} is right already.`);
  return call('edit_file', { path, old_string: shown.line, new_string: after });
}
