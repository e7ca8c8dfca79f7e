import { type Action, answer, call } from '../agent.ts';
import { lookUp } from '../look-up.ts';
import type { Random } from '../random.ts';
import { callsOf, type RequestView } from '../request-view.ts';
import { holdsWords } from '../statements.ts';
import type { Family, TaskPlan } from '../task.ts';

/** A value that the user gives in passing and needs 200 turns later. */
export const distantValue: Family = {
  name: 'value needed 200 turns later',
  isReportOnly: true,
  skill: { isRequest: (text) => subjectIn(text) !== undefined, act },
  plan,
};

interface Subject {
  words: readonly string[];
  file: string;
  make(random: Random): string;
  pattern: RegExp;
  usual: string;
}

const code = (random: Random): string => random.int(0x10000, 0xfffff).toString(16);

const SUBJECTS: readonly Subject[] = [
  {
    words: ['staging', 'bucket'],
    file: 'bucket',
    make: (random) => `kx-stage-${code(random)}`,
    pattern: /\bkx-[\w-]+/,
    usual: 'staging',
  },
  {
    words: ['metrics', 'port'],
    file: 'port',
    make: (random) => String(random.int(20_000, 60_000)),
    pattern: /\b\d{5}\b/,
    usual: '9090',
  },
  {
    words: ['support', 'ticket'],
    file: 'ticket',
    make: (random) => `SUP-${random.int(10_000, 99_999)}`,
    pattern: /\bSUP-\d+\b/,
    usual: 'SUP-1',
  },
  {
    words: ['release', 'branch'],
    file: 'branch',
    make: (random) => `rel/${random.int(20, 40)}.${random.int(1, 12)}-${code(random)}`,
    pattern: /\brel\/[\w.-]*\w/,
    usual: 'main',
  },
  {
    words: ['on-call', 'channel'],
    file: 'channel',
    make: (random) => `oncall-${code(random)}`,
    pattern: /\boncall-\w+/,
    usual: 'general',
  },
];
const SAYINGS = [
  'The SUBJECT is `VALUE`.',
  'By the way, our SUBJECT: `VALUE`.',
  '`VALUE` is the SUBJECT, in case I forget.',
  'As SUBJECT we have `VALUE`.',
  'I just got the SUBJECT from operations; it is `VALUE`.',
  'Our SUBJECT has the name `VALUE`.',
  'They gave us `VALUE` as the SUBJECT.',
];
const REQUESTS = [
  'Write the SUBJECT that I gave you into deploy/FILE.txt.',
  'deploy/FILE.txt needs the SUBJECT I mentioned long ago.',
  'Please put our SUBJECT into deploy/FILE.txt.',
  'Create deploy/FILE.txt with the SUBJECT you know from me.',
  'Fill in deploy/FILE.txt: the SUBJECT, nothing else.',
  'I need deploy/FILE.txt to hold the SUBJECT.',
];

function plan(random: Random): TaskPlan {
  const given = random
    .shuffle(SUBJECTS)
    .slice(0, random.int(2, 4))
    .map((subject) => ({
      subject: subject.words.join(' '),
      file: subject.file,
      value: subject.make(random),
    }));
  const said = given.map(({ subject, value }, index) => ({
    at: 0.01 + index * 0.015,
    text: random.pick(SAYINGS).replace('SUBJECT', subject).replace('VALUE', value),
    mayRide: true,
  }));
  const asked = random.shuffle(given).map(({ subject, file }, index) => ({
    at: 0.97 + index * 0.01,
    text: random.pick(REQUESTS).replace('SUBJECT', subject).replace('FILE', file),
  }));
  return {
    files: { 'deploy/README.md': 'One value a file.\n' },
    turns: [...said, ...asked],
    noiseTurns: 212,
    check: ({ files }) =>
      given.flatMap(({ file, value }) => {
        const found = files.get(`deploy/${file}.txt`);
        if (found === undefined) return ['missed'];
        return found.trim() === value ? [] : ['wrong value'];
      }),
  };
}

function subjectIn(text: string): Subject | undefined {
  return SUBJECTS.find(({ words, file }) => {
    return text.includes(`deploy/${file}.txt`) && holdsWords(text, words);
  });
}

function act(view: RequestView): Action {
  const subject = subjectIn(view.request);
  if (subject === undefined) return answer('I do not know what you mean.');
  const path = `deploy/${subject.file}.txt`;
  if (callsOf(view.steps, 'write_file').length > 0) return answer(`${path} is written.`);
  const { found, action } = lookUp(view, [subject.words.join(' ')], (sentence) => {
    return holdsWords(sentence, subject.words) ? subject.pattern.exec(sentence)?.[0] : undefined;
  });
  return action ?? call('write_file', { path, content: `${found ?? subject.usual}\n` });
}
