import { type Action, answer, call } from '../agent.ts';
import type { Random } from '../random.ts';
import { callsOf, newestResult, type RequestView } from '../request-view.ts';
import { statements } from '../statements.ts';
import type { Family, PlannedTurn, TaskPlan } from '../task.ts';

/** A rename over many files: what is called what is said early, the files come one by one. */
export const renameFiles: Family = {
  name: 'rename over many files',
  isReportOnly: false,
  skill: { isRequest: (text) => pathIn(text) !== undefined, act },
  plan,
};

const VERBS = ['fetch', 'load', 'build', 'store', 'check', 'merge', 'parse', 'close'];
const NOUNS = ['User', 'Order', 'Ticket', 'Invoice', 'Parcel', 'Branch', 'Report', 'Device'];
const NEW_VERBS = ['obtain', 'restore', 'compose', 'persist', 'inspect', 'combine', 'decode'];
const FOLDERS = ['accounts', 'shop', 'mail', 'audit'];

const SAYINGS = [
  'Rename `OLD` to `NEW`.',
  '`OLD` should be called `NEW`.',
  'The new name of `OLD` is `NEW`.',
  'Replace `OLD` with `NEW` wherever it is used.',
  '`OLD` becomes `NEW`.',
  'It has to be `NEW` instead of `OLD`.',
  'Change the name `OLD` into `NEW`.',
];
const OPENINGS = [
  'We clean up some names; I will give you the files one at a time.',
  'There is a rename to carry through, file by file, as I name them.',
  'Names first, files later:',
];
const REQUESTS = [
  'Next file for the renaming: PATH.',
  'Now do the renames in PATH.',
  'PATH is due for renaming.',
  'Please carry the rename through in PATH.',
  'The same renaming for PATH, please.',
  'Go on with PATH: all renames that we agreed on.',
];

function plan(random: Random): TaskPlan {
  const verbs = random.shuffle(VERBS);
  const nouns = random.shuffle(NOUNS);
  const renames = Array.from({ length: 5 }, (_, index) => ({
    from: `${verbs[index]}${nouns[index]}`,
    to: `${random.pick(NEW_VERBS)}${nouns[index]}`,
  }));
  const said = renames.map(({ from, to }) => {
    return random.pick(SAYINGS).replace('OLD', from).replace('NEW', to);
  });
  const files: Record<string, string> = {};
  const asked: PlannedTurn[] = [];
  for (let index = 0; index < 20; index++) {
    const path = `src/${random.pick(FOLDERS)}/${random.pick(NOUNS).toLowerCase()}-${index}.ts`;
    const isLate = index >= 10;
    const used = random.shuffle(isLate ? renames : renames.slice(0, 4)).slice(0, random.int(1, 3));
    files[path] = source(
      random,
      used.map(({ from }) => from),
    );
    const at = 0.12 + (index / 20) * 0.88;
    asked.push({ at, text: random.pick(REQUESTS).replace('PATH', path) });
  }
  return {
    files,
    turns: [
      { at: 0.02, text: `${random.pick(OPENINGS)} ${said.slice(0, 4).join(' ')}`, mayRide: true },
      ...asked.slice(0, 9),
      { at: 0.5, text: `One more name: ${said[4]}`, mayRide: true },
      ...asked.slice(9).map((turn) => ({ ...turn, at: Math.max(turn.at, 0.52) })),
    ],
    noiseTurns: 24,
    check(world) {
      const left = Object.keys(files).flatMap((path) => {
        const content = world.files.get(path) ?? '';
        return renames.filter(({ from }) => holdsName(content, from));
      });
      return left.map(() => 'missed');
    },
  };
}

function source(random: Random, names: readonly string[]): string {
  return names
    .map((name) => {
      const id = random.int(100, 999);
      return [
        `import { ${name} } from '../api.js';`,
        '',
        `export async function step${id}(key: string) {`,
        `  const value = await ${name}(key, { attempt: ${random.int(1, 9)} });`,
        `  return value ?? ${name}(key.trim());`,
        '}',
        '',
      ].join('\n');
    })
    .join('\n');
}

function holdsName(content: string, name: string): boolean {
  return new RegExp(String.raw`\b${name}\b`).test(content);
}

function pathIn(text: string): string | undefined {
  return /\brenam/i.test(text) ? /\bsrc\/[\w/-]+\.ts\b/.exec(text)?.[0] : undefined;
}

const NAME = /\b[a-z]+[A-Z]\w*\b/g;
const RENAMING = /\b(?:renam|call|becom|replac|new name|instead of|change)|→|->/i;
const BACKWARDS = /\b(?:instead of|replaces|new name for)\b/i;

/** The pair of names in a sentence about renaming: the old one first. */
function renameIn(sentence: string): [string, string] | undefined {
  if (!RENAMING.test(sentence)) return undefined;
  const [first, second, third] = new Set(sentence.match(NAME) ?? []);
  if (first === undefined || second === undefined || third !== undefined) return undefined;
  return BACKWARDS.test(sentence) ? [second, first] : [first, second];
}

function act(view: RequestView): Action {
  const path = pathIn(view.request) ?? '';
  const content = newestResult(view.steps, 'read_file', (input) => input['path'] === path);
  if (content === undefined) return call('read_file', { path });
  const renames = new Map(
    statements(view.blocks).flatMap((sentence) => {
      const rename = renameIn(sentence);
      return rename === undefined ? [] : [rename];
    }),
  );
  const done = new Set(callsOf(view.steps, 'edit_file').map((input) => input['old_string']));
  const used = [...renames].filter(([from]) => holdsName(content, from));
  const next = used.find(([from]) => !done.has(from));
  if (next !== undefined) {
    return call('edit_file', { path, old_string: next[0], new_string: next[1] });
  }
  const told = used.map(([from, to]) => `Renamed \`${from}\` to \`${to}\`.`).join(' ');
  return answer(`${path} is through. ${told}`.trim());
}
