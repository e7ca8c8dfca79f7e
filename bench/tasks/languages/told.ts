/** Families about what was said or printed once: a prohibition, a decision, a code, an id. */
import { call } from '../agent.ts';
import type { Random } from '../random.ts';
import { callsOf } from '../request-view.ts';
import type { Family, TaskPlan } from '../task.ts';
import { actOn, callOnce, createFamily, type Duties, reply, writeOnce } from './skill.ts';
import { hear, holdsName, isAbout, shownIn, type Words } from './words.ts';

const FOLDERS = 'vendor legacy mirror fixtures upstream billing search portal'.split(' ');

/** Two folders are forbidden early; a change that concerns all comes late. */
export function prohibition(words: Words): Family {
  const duties: Duties = {
    setAll(view, { line = '' }) {
      const forbidden = shownIn(view.blocks).filter(
        (text) => isAbout(words, 'forbid', text) || hear(words, 'forbid', text) !== undefined,
      );
      const done = new Set(callsOf(view.steps, 'append_line').map((input) => input['path']));
      const next = FOLDERS.filter((folder) => !forbidden.some((text) => holdsName(text, folder)))
        .map((folder) => `${folder}/settings.conf`)
        .find((path) => !done.has(path));
      return next === undefined
        ? reply(words, 'hasSet')
        : call('append_line', { path: next, line });
    },
  };
  return createFamily(words, 'prohibition said early', duties, (random, say) => {
    const forbidden = random.shuffle(FOLDERS).slice(0, 2);
    const line = `retries=${random.int(3, 90)}`;
    const paths = FOLDERS.map((folder) => [folder, `${folder}/settings.conf`] as const);
    return {
      files: Object.fromEntries(paths.map(([, path]) => [path, `timeout=${random.int(10, 90)}\n`])),
      turns: [
        ...forbidden.map((folder, index) => say(0.02 + index * 0.1, 'forbid', { folder })),
        say(1, 'setAll', { line }),
      ],
      check: ({ files }) =>
        paths.flatMap(([folder, path]) => {
          const isSet = files.get(path)?.includes(line) === true;
          if (isSet !== forbidden.includes(folder)) return [];
          return [isSet ? 'forbidden folder changed' : 'missed'];
        }),
    };
  });
}

const SERVICES = 'atlas borealis cygnus draco eridanus fornax'.split(' ');
const REGIONS =
  'eu-west-3 eu-north-1 us-east-2 us-west-1 ap-south-1 sa-east-1 ca-central-1 af-south-1'.split(
    ' ',
  );
const USUAL_REGION = 'eu-central-1';

/** Four services get a region, two of them another one later; the files are to hold the newest. */
export function reversal(words: Words): Family {
  const regionIn = (text: string, service: string): string | undefined => {
    if (!holdsName(text, service)) return undefined;
    const said = hear(words, 'revise', text) ?? hear(words, 'decide', text);
    if (said?.['service']?.toLowerCase() === service) return said['region'];
    return theOne(REGIONS.filter((one) => holdsName(text, one)));
  };
  const duties: Duties = {
    wantRegion(view, { service = '', path = '' }) {
      const newest = shownIn(view.blocks).flatMap((text) => regionIn(text, service) ?? []);
      return writeOnce(words, view, path, newest.at(-1) ?? USUAL_REGION);
    },
  };
  return createFamily(words, 'decision reversed later', duties, (random, say) => {
    const services = random.shuffle(SERVICES).slice(0, 4);
    const [one = '', two = '', three = '', four = '', five = '', six = ''] =
      random.shuffle(REGIONS);
    const first = [one, two, three, four];
    const [service = '', other = '', third = ''] = services;
    return {
      files: {},
      turns: [
        ...services.map((name, index) =>
          say(0.02 + index * 0.05, 'decide', { service: name, region: first[index] ?? '' }),
        ),
        say(0.4, 'revise', { service, old: one, region: five }),
        say(0.55, 'revise', { service: other, old: two, region: six }),
        ...[service, other, third].map((name) =>
          say(1, 'wantRegion', { service: name, path: fileOf(name) }),
        ),
      ],
      check: wants({ [service]: five, [other]: six, [third]: three }),
    };
  });
}

const SITES = 'north-gate dockside old-mill harbour-9 west-yard annex-b tower-two depot-5'.split(
  ' ',
);

/** Codes of five doors that only the user said; later he speaks of the doors without them. */
export function toldCode(words: Words): Family {
  const codeIn = (text: string, site: string): string | undefined => {
    if (!holdsName(text, site)) return undefined;
    const said = hear(words, 'tellCode', text);
    if (said?.['site']?.toLowerCase() === site) return said['code'];
    return isAbout(words, 'code', text)
      ? theOne(text.match(/(?<![\w-])\d{4}(?![\w-])/g))
      : undefined;
  };
  const duties: Duties = {
    wantCode(view, { site = '', path = '' }) {
      const codes = shownIn(view.blocks).flatMap((text) => codeIn(text, site) ?? []);
      return writeOnce(words, view, path, codes.at(-1));
    },
  };
  return createFamily(words, 'code that only the user said', duties, (random, say) => {
    const sites = random.shuffle(SITES).slice(0, 5);
    const codes = sites.map((site) => ({ site, code: `${random.int(1000, 9999)}` }));
    const wanted = codes.slice(1, 3);
    return {
      files: {},
      turns: [
        ...codes.map((code, index) => say(0.02 + index * 0.06, 'tellCode', code)),
        ...sites.map((site, index) => say(0.5 + index * 0.06, 'mention', { site })),
        ...wanted.map(({ site }) => say(1, 'wantCode', { site, path: fileOf(site) })),
      ],
      check: wants(Object.fromEntries(wanted.map(({ site, code }) => [site, code]))),
    };
  });
}

const DATABASES = 'orders ledger members parcels tickets archive'.split(' ');

/** Ids of four backups that only a tool printed, amid forty lines; nobody said them. */
export function printedId(words: Words): Family {
  const duties: Duties = {
    backUp: (view, { name = '' }) =>
      callOnce(view, 'run_backup', { database: name }, reply(words, 'hasBackedUp', { name })),
    wantBackup(view, { name = '', path = '' }) {
      const ids = shownIn(view.blocks)
        .filter((text) => holdsName(text, name))
        .flatMap((text) => theOne(text.match(/\bbk-[0-9a-f]{6}\b/g)) ?? []);
      return writeOnce(words, view, path, ids.at(-1));
    },
  };
  return createFamily(words, 'id that only a tool printed', duties, (random, say) => {
    const names = random.shuffle(DATABASES).slice(0, 4);
    const ids = names.map((name) => [name, `bk-${random.int(0x100000, 0xffffff).toString(16)}`]);
    const outputs = new Map(ids.map(([name = '', id = '']) => [name, backup(random, name, id)]));
    const wanted = ids.slice(0, 2);
    const check = wants(Object.fromEntries(wanted));
    return {
      files: {},
      ...actOn('run_backup', 'Makes a backup of a database.', 'database', (name) => {
        return outputs.get(name) ?? 'No such database.';
      }),
      turns: [
        ...names.map((name, index) => say(0.05 + index * 0.1, 'backUp', { name })),
        ...wanted.map(([name = '']) => say(1, 'wantBackup', { name, path: fileOf(name) })),
      ],
      check: (world) => [...check(world), ...(world.sent.length > 4 ? ['done again'] : [])],
    };
  });
}

function backup(random: Random, name: string, id: string): string {
  const lines = Array.from(
    { length: 40 },
    (_, index) => `copied block ${index + 1} of 40, ${random.int(200, 4000)} rows`,
  );
  lines.splice(random.int(20, 36), 0, `backup of ${name} stored as ${id}`);
  return `${lines.join('\n')}\nverified in ${random.int(2, 60)} s\n`;
}

/** The value where there is one and no other. */
function theOne(values: readonly string[] | null): string | undefined {
  return values?.length === 1 ? values[0] : undefined;
}

function fileOf(name: string): string {
  return `wanted/${name}.txt`;
}

/** What is wrong where the file of each name was to hold its value. */
function wants(values: Readonly<Record<string, string>>): TaskPlan['check'] {
  return ({ files }) =>
    Object.entries(values).flatMap(([name, value]) => {
      const found = files.get(fileOf(name))?.trim();
      if (found === value) return [];
      return [found === undefined ? 'missed' : 'wrong value'];
    });
}
