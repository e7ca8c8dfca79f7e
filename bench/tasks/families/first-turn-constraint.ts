import { type Action, answer, call } from '../agent.ts';
import type { Random } from '../random.ts';
import { callsOf, newestResult, type RequestView } from '../request-view.ts';
import { newestStatement } from '../statements.ts';
import type { Family, TaskPlan } from '../task.ts';

/** A constraint given in turn 1, broken by who does not see it: nothing later refers to it. */
export const firstTurnConstraint: Family = {
  name: 'constraint given in turn 1',
  isReportOnly: false,
  skill: {
    isRequest: (text) => newFileIn(text) !== undefined || editIn(text) !== undefined,
    act: (view) => (newFileIn(view.request) === undefined ? edit(view) : create(view)),
  },
  plan,
};

const HEADERS = [
  'Every new file must begin with the line `HEADER`.',
  'Any file that you create has to start with `HEADER`.',
  'Put `HEADER` at the top of each new file, always.',
  'The first line of all new files is `HEADER`, no exception.',
  'Never create a new file without `HEADER` as its first line.',
  'When you add a new file, `HEADER` must be its first line.',
];
const FOLDERS = [
  'Never change anything below `FOLDER`.',
  'Do not touch `FOLDER`, whatever I ask later.',
  '`FOLDER` is off limits for edits.',
  'Hands off `FOLDER`, it is generated.',
  "Please don't edit files in `FOLDER`, ever.",
  'You must not modify what lies in `FOLDER`.',
];
const SUFFIXES = [
  'Test files must end in `SUFFIX`.',
  'Name every test file so that it ends with `SUFFIX`.',
  'We always use `SUFFIX` as the ending of test files.',
  'A test file must have the ending `SUFFIX`.',
  'For test files use only the ending `SUFFIX`.',
  'The ending of any test file has to be `SUFFIX`.',
];
const NEW_FILES = [
  'Create PATH with a function NAME that returns 0.',
  'Write PATH: it exports a function NAME that returns 0.',
  'We need PATH with a function NAME; let it return 0.',
];
const NEW_TESTS = [
  'Create a test file for PATH.',
  'Write the first test file for PATH.',
  'PATH needs a test file; please create it.',
];
const EDITS = [
  'Replace `OLD` by `NEW` everywhere under packages/.',
  'Everywhere in packages/, swap `OLD` for `NEW`.',
  'Use `NEW` in place of `OLD` in all of packages/.',
];

function plan(random: Random): TaskPlan {
  const header = `// ${random.pick(['SPDX-License-Identifier', 'Licensed', 'Copyright'])}: ${random.pick(['Harbor Labs', 'MIT', 'Apache-2.0', 'Northwind'])} ${random.int(2019, 2026)}`;
  const folder = `packages/${random.pick(['vendor', 'generated', 'legacy', 'protos'])}/`;
  const suffix = random.pick(['.spec.ts', '.check.ts', '-test.ts', '.unit.ts']);
  const [oldName, newName] = [`flag${random.int(10, 49)}`, `flag${random.int(50, 99)}`];
  const rules = random.shuffle([
    random.pick(HEADERS).replace('HEADER', header),
    random.pick(FOLDERS).replace('FOLDER', folder),
    random.pick(SUFFIXES).replace('SUFFIX', suffix),
  ]);
  const name = random.pick(['retry', 'clamp', 'chunk', 'slugify']);
  const path = `src/util/${name}.ts`;
  const mentions = ['packages/core/a.ts', `${folder}b.ts`, 'packages/web/c.ts'];
  const filesToEdit = random.shuffle(mentions);
  const asked = [
    random.pick(NEW_FILES).replace('PATH', path).replace('NAME', name),
    random.pick(NEW_TESTS).replace('PATH', `src/lib/${name}.ts`),
    random.pick(EDITS).replace('OLD', oldName).replace('NEW', newName),
  ];
  return {
    files: Object.fromEntries(filesToEdit.map((one) => [one, `if (${oldName}) run();\n`])),
    turns: [
      { at: 0, text: `Some rules before we begin. ${rules.join(' ')}`, mayRide: true },
      ...random.shuffle(asked).map((text, index) => ({ at: 0.75 + index * 0.125, text })),
    ],
    noiseTurns: 44,
    check({ files }) {
      const test = `src/lib/${name}${suffix}`;
      const wrong: string[] = [];
      if (!files.has(path) || !files.has(test)) wrong.push('missed or misnamed');
      const made = [...files].filter(([one]) => one.startsWith('src/'));
      if (made.some(([, content]) => !content.startsWith(header))) wrong.push('header left out');
      if (files.get(`${folder}b.ts`)?.includes(newName)) wrong.push('forbidden folder changed');
      const left = mentions.filter(
        (one) => !one.startsWith(folder) && files.get(one)?.includes(oldName),
      );
      return [...wrong, ...left.map(() => 'missed')];
    },
  };
}

function headerIn(sentence: string): string | undefined {
  if (!/\b(?:new file|files? that you (?:create|add))/i.test(sentence)) return undefined;
  return /\b(?:begin|start|top|first line)\b/i.test(sentence)
    ? /`(\/\/ [^`]+)`/.exec(sentence)?.[1]
    : undefined;
}

function forbiddenIn(sentence: string): string | undefined {
  return /\b(?:never|do not|don't|off limits|hands off|must not)\b/i.test(sentence)
    ? /\bpackages\/\w+\//.exec(sentence)?.[0]
    : undefined;
}

function suffixIn(sentence: string): string | undefined {
  return /\btest files?\b/i.test(sentence) && /\b(?:ends?|ending)\b/i.test(sentence)
    ? /`([.-]\w[\w.]*)`/.exec(sentence)?.[1]
    : undefined;
}

function newFileIn(text: string): string | undefined {
  return /\bcreate|\bwrite|\bneed/i.test(text)
    ? /\bsrc\/(?:util|lib)\/\w+\.ts\b/.exec(text)?.[0]
    : undefined;
}

function editIn(text: string): { from: string; to: string } | undefined {
  if (!/\ball of|\beverywhere/i.test(text)) return undefined;
  const [first, second] = [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  if (first === undefined || second === undefined) return undefined;
  return /\bin place of\b/.test(text) ? { from: second, to: first } : { from: first, to: second };
}

function create({ request, steps, blocks }: RequestView): Action {
  const named = newFileIn(request) ?? '';
  const isTest = /\btest file\b/i.test(request);
  const suffix = newestStatement(blocks, suffixIn) ?? '.test.ts';
  const path = isTest ? named.replace(/\.ts$/, suffix) : named;
  if (callsOf(steps, 'write_file').length > 0) return answer(`${path} is there.`);
  const header = newestStatement(blocks, headerIn);
  const name = /(\w+)\.ts$/.exec(named)?.[1] ?? 'value';
  const body = isTest
    ? `test('${name}', () => {});\n`
    : `export function ${name}() {\n  return 0;\n}\n`;
  return call('write_file', { path, content: header === undefined ? body : `${header}\n${body}` });
}

function edit({ request, steps, blocks }: RequestView): Action {
  const { from, to } = editIn(request) ?? { from: '', to: '' };
  const found = newestResult(steps, 'find_text', (input) => input['text'] === from);
  if (found === undefined) return call('find_text', { folder: 'packages/', text: from });
  const forbidden = newestStatement(blocks, forbiddenIn);
  const done = new Set(callsOf(steps, 'edit_file').map((input) => input['path']));
  const next = found.split('\n').find((path) => {
    return !done.has(path) && (forbidden === undefined || !path.startsWith(forbidden));
  });
  if (next === undefined) return answer(`\`${from}\` is gone where it had to go.`);
  return call('edit_file', { path: next, old_string: from, new_string: to });
}
