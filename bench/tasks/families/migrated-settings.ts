import { type Action, answer, call } from '../agent.ts';
import { lookUp } from '../look-up.ts';
import type { Random } from '../random.ts';
import { newestResult, type RequestView } from '../request-view.ts';
import { holdsWords } from '../statements.ts';
import type { Family, PlannedTurn, TaskPlan } from '../task.ts';

/**
 * Settings of several services that get new names: the names are agreed in passing, one of them
 * changes halfway, and one service keeps an old one. The services are migrated one by one.
 */
export const migratedSettings: Family = {
  name: 'settings migrated in several services',
  isReportOnly: true,
  skill: { isRequest: (text) => REQUEST.test(text), act },
  plan,
};

const SERVICES = 'atlas brook cairn ember fjord grove haven inlet'.split(' ');
const OLD = ['DB_HOST', 'DB_WAIT', 'CACHE_TTL', 'LOG_DIR', 'MAIL_FROM', 'RETRY_MAX'];
const PREFIXES = ['CORE', 'EDGE', 'HUB', 'NODE'];
const SUFFIXES = ['ADDR', 'DELAY', 'AGE', 'PLACE', 'SENDER', 'TRIES', 'LEVEL'];

const SAYINGS = [
  'From now on OLD is called NEW.',
  'Rename OLD to NEW wherever you meet it.',
  'NEW takes the place of OLD.',
  'In the new settings OLD becomes NEW.',
  'What used to be OLD is NEW now.',
  'The platform team wants NEW where we have OLD.',
];
const CHANGES = [
  'I changed my mind: OLD becomes NEW.',
  'The platform team asks for NEW as the name of OLD now.',
  'Better call OLD NEW from here on.',
  'There was a clash, so OLD is NEW after all.',
];
const EXCEPTIONS = [
  'Only SERVICE keeps OLD as it is.',
  'Leave OLD alone in SERVICE, its vendor insists on it.',
  'In SERVICE the name OLD stays.',
  'SERVICE is special: do not touch OLD there.',
];
const REQUESTS = [
  'Migrate services/SERVICE/settings.env to the names we agreed on.',
  'Next is services/SERVICE/settings.env, please bring it to the new names.',
  'services/SERVICE/settings.env still has the old names; convert it.',
  'Please give services/SERVICE/settings.env the new names as agreed.',
];
const REQUEST = /\bservices\/(\w+)\/settings\.env\b/;
const NAME = /\b[A-Z]+_[A-Z]+\b/g;
const KEPT = /\b(?:keeps|leave|stays|do not touch)\b/i;

function plan(random: Random): TaskPlan {
  const names = random.shuffle(
    PREFIXES.flatMap((prefix) => SUFFIXES.map((suffix) => `${prefix}_${suffix}`)),
  );
  const keys = random.shuffle(OLD).slice(0, 5);
  const [special = ''] = keys;
  const changed = keys[1] ?? '';
  const services = random.shuffle(SERVICES).slice(0, 6);
  const exempt = services[random.int(2, 5)] ?? '';
  const [first, second] = [
    new Map(keys.map((key, index) => [key, names[index] ?? ''])),
    new Map(keys.map((key, index) => [key, names[key === changed ? 20 : index] ?? ''])),
  ];
  const files = Object.fromEntries(
    services.map((service) => [pathOf(service), settings(random, keys)]),
  );
  const fill = (text: string, key: string, name = ''): string =>
    text.replace('OLD', key).replace('NEW', name);
  const turns: PlannedTurn[] = [
    ...keys.map((key, index) => ({
      at: 0.01 + index * 0.03,
      text: fill(random.pick(SAYINGS), key, first.get(key)),
      mayRide: true,
    })),
    {
      at: 0.18,
      text: fill(random.pick(EXCEPTIONS), special).replace('SERVICE', exempt),
      mayRide: true,
    },
    { at: 0.5, text: fill(random.pick(CHANGES), changed, second.get(changed)), mayRide: true },
    ...services.map((service, index) => ({
      at: index < 2 ? 0.3 + index * 0.1 : 0.52 + index * 0.09,
      text: random.pick(REQUESTS).replace('SERVICE', service),
    })),
  ];
  const expected = services.map((service, index) => {
    const renamed = new Map(index < 2 ? first : second);
    if (service === exempt) renamed.delete(special);
    return { path: pathOf(service), content: rename(files[pathOf(service)] ?? '', renamed) };
  });
  return {
    files,
    turns: turns.toSorted((left, right) => left.at - right.at),
    noiseTurns: 40,
    check: (world) =>
      expected.flatMap(({ path, content }) => {
        const found = world.files.get(path);
        if (found === content) return [];
        return [found === files[path] ? 'missed' : 'wrong name'];
      }),
  };
}

function pathOf(service: string): string {
  return `services/${service}/settings.env`;
}

function settings(random: Random, keys: readonly string[]): string {
  const lines = random.shuffle(keys).map((key) => `${key}=${random.int(10, 9999)}`);
  return `PORT=${random.int(3000, 9000)}\n${lines.join('\n')}\n`;
}

function rename(content: string, names: ReadonlyMap<string, string>): string {
  return content.replaceAll(NAME, (key) => names.get(key) ?? key);
}

function act(view: RequestView): Action {
  const service = REQUEST.exec(view.request)?.[1] ?? '';
  const path = pathOf(service);
  const isPath = (input: Record<string, string>): boolean => input['path'] === path;
  if (newestResult(view.steps, 'write_file', isPath) !== undefined) {
    return answer(`${path} has its new names.`);
  }
  const content = newestResult(view.steps, 'read_file', isPath);
  if (content === undefined) return call('read_file', { path });
  const names = new Map<string, string>();
  for (const key of content.match(NAME) ?? []) {
    const { found, action } = lookUp(view, [`${key} renamed, new name`], (sentence) =>
      newNameOf(key, sentence),
    );
    if (action !== undefined) return action;
    if (found !== undefined && !isKept(view, service, key)) names.set(key, found);
  }
  return call('write_file', { path, content: rename(content, names) });
}

function newNameOf(key: string, sentence: string): string | undefined {
  const names: string[] = sentence.match(NAME) ?? [];
  if (!names.includes(key)) return undefined;
  return names.find((name) => name !== key && !OLD.includes(name));
}

function isKept(view: RequestView, service: string, key: string): boolean {
  const kept = lookUp({ ...view, canSearch: false }, [], (sentence) =>
    holdsWords(sentence, [service, key]) && KEPT.test(sentence) ? true : undefined,
  );
  return kept.found === true;
}
