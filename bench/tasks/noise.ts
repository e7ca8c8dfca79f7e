import { fill as fillIn, type Words } from './languages/words.ts';
import type { Random } from './random.ts';
import type { Turn } from './task.ts';
import type { World } from './world.ts';

const AREAS = 'billing search ingest mailer ledger gateway reports accounts catalog quota'.split(
  ' ',
);
const WORDS =
  'queue shard cursor lease batch socket replica tenant invoice header payload worker cache index token'.split(
    ' ',
  );
const VERBS = 'parse merge flush route drain encode resolve collect verify publish'.split(' ');

/** Requests of everyday work, and what is said of a statement. */
export type Noise = Pick<Words['says'], 'read' | 'run' | 'ask' | 'noted'>;

export const usualNoise: Noise = {
  read: [
    'Please read {path} and tell me whether anything stands out.',
    'Could you open {path}? I want to know if it looks healthy.',
    'Have a look at {path}, would you.',
    'Next, go through {path} for me.',
    'Check {path} before we carry on.',
    'Skim {path} and give me a one-line impression.',
  ],
  run: [
    'Run the tests of `{name}`, please.',
    'Can you start the unit tests for `{name}`?',
    'Execute the tests in `{name}` once more.',
    'Now rerun all tests of `{name}`.',
  ],
  ask: [
    'How would you split the {name} module, in two sentences?',
    'What do you think of the way {name} reports its errors?',
    'In your view, is {name} worth a benchmark?',
    'Would you rather test {name} with real files or with stubs?',
  ],
  noted: [
    'Please keep that in mind.',
    'Just acknowledge.',
    'Please confirm.',
    'Note that down, nothing to do yet.',
  ],
};

/** About how many characters of such text make a token. */
const CHARS_PER_TOKEN = 2.6;

/** Makes one turn of everyday work whose tool output takes about so many tokens. */
export function noiseTurn(random: Random, world: World, tokens: number, says: Noise): Turn {
  const kind = random.int(0, 9);
  const area = random.pick(AREAS);
  const chars = tokens * CHARS_PER_TOKEN;
  if (tokens < 60) {
    return noise(fillIn(random.pick(says.ask), { name: area }));
  }
  if (kind < 3) {
    const name = `${area}-${world.runs.size}`;
    world.runs.set(name, testOutput(random, area, chars));
    return noise(fillIn(random.pick(says.run), { name }));
  }
  const isLog = kind < 7;
  const path = isLog
    ? `logs/${area}-${world.files.size}.log`
    : `lib/${area}/${random.pick(WORDS)}-${world.files.size}.ts`;
  world.files.set(path, isLog ? log(random, area, chars) : source(random, area, chars));
  return noise(fillIn(random.pick(says.read), { path }));
}

function noise(text: string): Turn {
  return { text, isDecisive: false };
}

function fill(chars: number, line: () => string): string {
  let text = '';
  while (text.length < chars) text += `${line()}\n`;
  return text;
}

function hex(random: Random): string {
  return random.int(0x1000, 0xffffff).toString(16);
}

function log(random: Random, area: string, chars: number): string {
  let seconds = random.int(20_000, 60_000);
  return fill(chars, () => {
    seconds += random.int(1, 40);
    const time = new Date(seconds * 1000).toISOString().slice(11, 19);
    const level = random.pick(['INFO', 'INFO', 'INFO', 'DEBUG', 'WARN']);
    const what = `${random.pick(VERBS)} ${random.pick(WORDS)} took ${random.int(2, 900)} ms`;
    return `${time} ${level} ${area}.${random.pick(WORDS)} ${what} (request ${hex(random)}, port ${random.int(3000, 9000)})`;
  });
}

function testOutput(random: Random, area: string, chars: number): string {
  const body = fill(chars, () => {
    const name = `${random.pick(VERBS)}s the ${random.pick(WORDS)} of a ${random.pick(WORDS)}`;
    return `  ok ${area} > ${random.pick(WORDS)} > ${name} (${random.int(1, 90)} ms)`;
  });
  return `${body}\nTests: ${random.int(20, 200)} passed, 0 failed\n`;
}

function source(random: Random, area: string, chars: number): string {
  return fill(chars, () => {
    const [verb, word, other] = [random.pick(VERBS), random.pick(WORDS), random.pick(WORDS)];
    return [
      `/** Will ${verb} one ${word} of the ${area} and count its ${other}s. */`,
      `export function ${verb}_${word}(${other}: number[], limit = ${random.int(10, 5000)}) {`,
      `  const ${word} = ${other}.filter((value) => value < limit);`,
      `  return ${word}.length > ${random.int(1, 40)} ? ${word}[0] : limit;`,
      '}',
      '',
    ].join('\n');
  });
}
