import { type Action, answer, call } from '../agent.ts';
import { lookUp } from '../look-up.ts';
import type { Random } from '../random.ts';
import { callsOf, type RequestView } from '../request-view.ts';
import { holdsWords, withoutDenied } from '../statements.ts';
import type { Family, PlannedTurn, TaskPlan } from '../task.ts';

/**
 * Decisions of which some are reversed in the middle: whoever sees only the first one acts on it.
 */
export const reversedDecision: Family = {
  name: 'decision reversed in the middle',
  isReportOnly: true,
  skill: { isRequest: (text) => REQUEST.test(text) && subjectIn(text) !== undefined, act },
  plan,
};

interface Subject {
  /** Words that a sentence about it holds, in the user's order. */
  words: readonly string[];
  key: string;
  values: readonly string[];
  /** What somebody puts there who does not know better. */
  usual: string;
}

const SUBJECTS: readonly Subject[] = [
  {
    words: ['test', 'database'],
    key: 'database',
    values: ['postgres', 'mysql', 'mariadb', 'cockroach', 'duckdb'],
    usual: 'sqlite',
  },
  {
    words: ['message', 'broker'],
    key: 'broker',
    values: ['rabbitmq', 'nats', 'pulsar', 'activemq', 'redpanda'],
    usual: 'kafka',
  },
  {
    words: ['date', 'format'],
    key: 'dates',
    values: ['rfc2822', 'unix-seconds', 'unix-millis', 'week-date', 'ordinal-date'],
    usual: 'iso8601',
  },
  {
    words: ['hosting', 'region'],
    key: 'region',
    values: ['eu-north-1', 'ap-south-1', 'sa-east-1', 'ca-west-1', 'af-south-1'],
    usual: 'us-east-1',
  },
  {
    words: ['default', 'locale'],
    key: 'locale',
    values: ['de-AT', 'fr-CA', 'pt-BR', 'nl-BE', 'sv-FI'],
    usual: 'en-US',
  },
  {
    words: ['password', 'hash'],
    key: 'hash',
    values: ['argon2id', 'scrypt', 'pbkdf2', 'balloon', 'yescrypt'],
    usual: 'bcrypt',
  },
];
const DECISIONS = [
  'For the SUBJECT we use `VALUE`.',
  'The SUBJECT will be `VALUE`.',
  'Decision on the SUBJECT: `VALUE`.',
  'Let us take `VALUE` as the SUBJECT.',
  'I have decided that the SUBJECT is `VALUE`.',
  'We go for `VALUE` as our SUBJECT.',
];
const REVERSALS = [
  'Change of plan: the SUBJECT will be `VALUE`, not `OLD`.',
  'I take that back about the SUBJECT: it is `VALUE` from now on.',
  'On second thoughts, the SUBJECT has to be `VALUE` instead of `OLD`.',
  'Scrap the SUBJECT we had; `VALUE` it is.',
  'The team overruled me: `VALUE` is the SUBJECT now, rather than `OLD`.',
  'New decision on the SUBJECT: `VALUE`.',
];
const REQUESTS = [
  'Write the SUBJECT that we decided on into conf/KEY.txt.',
  'Put the SUBJECT we settled on into conf/KEY.txt.',
  'Fill conf/KEY.txt with the SUBJECT of our choice.',
  'conf/KEY.txt should hold the SUBJECT as decided.',
  'Time to record the agreed SUBJECT in conf/KEY.txt.',
  'Create conf/KEY.txt: just the name of the SUBJECT we chose.',
];
const REQUEST = /\bconf\/\w+\.txt\b/;

function plan(random: Random): TaskPlan {
  const subjects = random.shuffle(SUBJECTS).slice(0, 5);
  const decided = subjects.map(({ words, key, values }, index) => {
    const [first = '', second = ''] = random.shuffle(values);
    const isReversed = index < 3;
    return { subject: words.join(' '), key, first, last: isReversed ? second : first, isReversed };
  });
  const turns: PlannedTurn[] = [];
  for (const { subject, key, first, last, isReversed } of decided) {
    const say = (saying: string): string => {
      const text = saying.replace('SUBJECT', subject).replace('KEY', key);
      return text.replace('VALUE', last).replace('OLD', first);
    };
    const early = random.pick(DECISIONS).replace('VALUE', first);
    turns.push({ at: random.next() * 0.25, text: say(early), mayRide: true });
    if (isReversed) {
      turns.push({
        at: 0.35 + random.next() * 0.25,
        text: say(random.pick(REVERSALS)),
        mayRide: true,
      });
    }
    turns.push({ at: 0.8 + random.next() * 0.2, text: say(random.pick(REQUESTS)) });
  }
  return {
    files: { 'conf/README.md': 'One decision a file.\n' },
    turns: turns.toSorted((left, right) => left.at - right.at),
    noiseTurns: 40,
    check: ({ files }) =>
      decided.flatMap(({ key, first, last }) => {
        const found = files.get(`conf/${key}.txt`)?.trim();
        if (found === last) return [];
        return [found === first ? 'acted on a reversed decision' : 'wrong value'];
      }),
  };
}

function subjectIn(text: string): Subject | undefined {
  return SUBJECTS.find(({ words, key }) => {
    return text.includes(`conf/${key}.txt`) && holdsWords(text, words);
  });
}

function act(view: RequestView): Action {
  const subject = subjectIn(view.request);
  if (subject === undefined) return answer('I do not know that subject.');
  const path = `conf/${subject.key}.txt`;
  if (callsOf(view.steps, 'write_file').length > 0) return answer(`${path} is written.`);
  const { found, action } = lookUp(view, [subject.words.join(' ')], (sentence) => {
    if (!holdsWords(sentence, subject.words)) return undefined;
    const kept = withoutDenied(sentence);
    return subject.values.find((value) =>
      new RegExp(String.raw`(?<![\w-])${value}(?![\w-])`).test(kept),
    );
  });
  return action ?? call('write_file', { path, content: `${found ?? subject.usual}\n` });
}
