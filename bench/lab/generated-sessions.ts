/**
 * Conversations that the corpus does not hold, made from a seed: chat without tools, other
 * languages, large JSON, long silent runs of tools, data analysis, support desks. Each asks at its
 * end, or again and again, for what was said long before. Made text repeats itself: these say how a
 * policy behaves on the shape of a conversation, not how often a real one needs what.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createRandom, type Random } from '@everlong/testing/random';

/** A line of a session file, in the corpus's normalized form. */
interface Line {
  role: 'user' | 'assistant' | 'tool';
  content: string;
  toolCalls?: { id: string; name: string; args: object }[];
  toolCallId?: string;
  name?: string;
}

/** How the names of made sources begin. */
const MADE_PREFIX = 'made-';

const TURNS = 60;
const SESSIONS_OF_A_KIND = 2;

type Maker = (random: Random) => Line[];

const user = (content: string): Line => ({ role: 'user', content });
const assistant = (content: string): Line => ({ role: 'assistant', content });

function call(id: string, name: string, args: object, output: string, said = ''): Line[] {
  return [
    { role: 'assistant', content: said, toolCalls: [{ id, name, args }] },
    { role: 'tool', content: output, toolCallId: id, name },
  ];
}

function turns(make: (turn: number) => Line[]): Line[] {
  return Array.from({ length: TURNS }, (_, turn) => make(turn)).flat();
}

const TOPICS = ['the harbour', 'a novel', 'the garden', 'a trip to the coast', 'the old house'];
const FILLER =
  'It depends on the weather, on what the neighbours say and on how much time is left.';

function chat(random: Random): Line[] {
  const promise = `Call me by my name, which is Quentin Marsh ${random.hex(4)}, in every letter.`;
  return [
    user(promise),
    assistant('I will.'),
    ...turns((turn) => {
      const topic = random.pick(TOPICS);
      const fact = `About ${topic} I noted that number ${random.hex(6)} stands on the gate there.`;
      const again = turn % 15 === 14 ? ` As you said at the start: ${promise}` : '';
      return [user(`${fact} ${FILLER.repeat(3)}`), assistant(`${FILLER.repeat(4)}${again}`)];
    }),
  ];
}

const PHRASES = [
  'Der Vertrag mit der Werft läuft im März aus und muss vorher gekündigt werden.',
  '契約は三月末に終了するため、その前に解約通知を送付しなければなりません。よろしくお願いします。',
  'Договор с верфью истекает в марте, поэтому его нужно расторгнуть заранее.',
  'ينتهي العقد مع حوض بناء السفن في شهر مارس ويجب إلغاؤه قبل ذلك الموعد المحدد.',
];

function languages(random: Random): Line[] {
  return turns((turn) => {
    const number = `AZ-${random.hex(6)}`;
    const phrase = random.pick(PHRASES);
    const quoted = turn % 4 === 3 ? `\n${random.pick(PHRASES)}` : '';
    return [
      user(`${phrase} ${number}\n${phrase.repeat(4)}`),
      assistant(`${number}: ${phrase}${quoted}`),
    ];
  });
}

function largeJson(random: Random): Line[] {
  const ids = Array.from({ length: 200 }, () => random.hex(12));
  return turns((turn) => {
    const rows = Array.from({ length: 40 }, () => ({
      id: random.pick(ids),
      status: random.pick(['open', 'closed', 'waiting']),
      amount: random.below(100_000),
      note: FILLER,
    }));
    const id = random.pick(ids);
    return [
      user(`Which orders of page ${turn} are open?`),
      ...call(`list-${turn}`, 'list_orders', { page: turn }, JSON.stringify(rows)),
      assistant(`Order ${id} is the one to look at; ${rows[0]?.id} has ${rows[0]?.amount}.`),
    ];
  });
}

function silentRun(random: Random): Line[] {
  const paths = Array.from({ length: 30 }, (_, index) => `src/module-${index}/reader.ts`);
  const body = (path: string): string =>
    Array.from(
      { length: 25 },
      (_, line) => `export const value_${line} = readSetting('${path}', ${line});`,
    ).join('\n');
  return [
    user('Make every reader strict. Do not change the public names. Work on alone.'),
    ...turns((turn) => {
      const path = random.pick(paths);
      const old = body(path).split('\n')[random.below(25)] ?? '';
      return [
        ...call(`read-${turn}`, 'Read', { file_path: path }, body(path)),
        ...call(
          `edit-${turn}`,
          'Edit',
          { file_path: path, old_string: old, new_string: old.replace('read', 'mustRead') },
          'The file has been updated.',
        ),
      ];
    }),
    assistant('Every reader is strict. The public names are as they were.'),
  ];
}

function dataAnalysis(random: Random): Line[] {
  const columns = ['revenue', 'churn', 'latency', 'signups', 'refunds'];
  const found: string[] = [];
  return turns((turn) => {
    const column = random.pick(columns);
    const mean = `${random.below(9000)}.${random.below(90) + 10}`;
    found.push(`The mean of ${column} in sample ${turn} is ${mean} after cleaning.`);
    const table = Array.from(
      { length: 40 },
      (_, row) => `${row}\t${random.below(9999)}\t${random.hex(8)}`,
    );
    const earlier = random.pick(found);
    return [
      user(`Describe ${column} in sample ${turn}.`),
      ...call(
        `run-${turn}`,
        'python',
        { code: `df['${column}'].sample(40, random_state=${turn}).describe()` },
        [...table, found.at(-1)].join('\n'),
      ),
      assistant(`${found.at(-1)}\nCompare this with what we saw before:\n${earlier}`),
    ];
  });
}

function supportDesk(random: Random): Line[] {
  const rule =
    'Refunds over 200 dollars always need the approval of a supervisor, without exception.';
  return [
    user(`You answer customers. ${rule}`),
    assistant('Understood.'),
    ...turns((turn) => {
      const ticket = `T-${random.below(90_000) + 10_000}`;
      const amount = random.below(400);
      const record = `customer: ${random.hex(8)}\nticket: ${ticket}\npaid: ${amount}.00\nhistory: ${FILLER.repeat(5)}`;
      const quoted = amount > 200 ? `\n${rule}` : '';
      return [
        user(`Customer of ticket ${ticket} wants the money back.`),
        ...call(`get-${turn}`, 'get_ticket', { ticket }, record),
        assistant(`Ticket ${ticket}: ${amount}.00 dollars.${quoted}`),
      ];
    }),
  ];
}

const KINDS: Readonly<Record<string, Maker>> = {
  [`${MADE_PREFIX}chat`]: chat,
  [`${MADE_PREFIX}languages`]: languages,
  [`${MADE_PREFIX}json`]: largeJson,
  [`${MADE_PREFIX}silent-run`]: silentRun,
  [`${MADE_PREFIX}data-analysis`]: dataAnalysis,
  [`${MADE_PREFIX}support-desk`]: supportDesk,
};

/** Whether a source is one of these kinds. */
export function isMade(source: string): boolean {
  return source.startsWith(MADE_PREFIX);
}

/** Writes two sessions of each kind below a folder, the same ones each time; gives the files. */
export function writeGeneratedSessions(folder: string): string[] {
  return Object.entries(KINDS).flatMap(([kind, make], place) => {
    mkdirSync(join(folder, kind), { recursive: true });
    return Array.from({ length: SESSIONS_OF_A_KIND }, (_, session) => {
      const file = join(folder, kind, `${session}.jsonl`);
      const lines = make(createRandom(1000 * place + session));
      writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return file;
    });
  });
}
