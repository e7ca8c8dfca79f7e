import { type Action, answer, call } from '../agent.ts';
import { lookUp } from '../look-up.ts';
import type { Random } from '../random.ts';
import { callsOf, type RequestView } from '../request-view.ts';
import { holdsWords } from '../statements.ts';
import type { Family, TaskPlan } from '../task.ts';

/**
 * What the user wants of many screens, in more words than a small window has room for: some of it
 * is asked for at the end.
 */
export const longSpecification: Family = {
  name: 'specification of many pages',
  isReportOnly: true,
  skill: { isRequest: (text) => REQUEST.test(text), act },
  plan,
};

const SCREENS =
  'invoice profile checkout search upload history pricing login settings archive calendar inbox'.split(
    ' ',
  );
const PARTS = ['header', 'footer', 'sidebar', 'banner', 'dialog', 'table'];
const COLORS = 'crimson teal amber indigo olive coral slate plum ivory bronze'.split(' ');

const SAYINGS = [
  'The PART of the SCREEN screen is COLOR.',
  'On the SCREEN screen the PART has to be COLOR.',
  'We want COLOR for the PART of the SCREEN screen.',
  'As to the SCREEN screen, its PART is COLOR.',
  'Give the SCREEN screen a COLOR PART.',
];
const ASIDES = [
  'I talked to the designers about it twice and they are quite sure that it reads better that way on a small phone.',
  'Marketing had another idea last spring, but nobody could say what it was good for, and it was dropped.',
  'People who use it every day told us that they find it without looking, so it is worth the trouble.',
  'It was like that years ago, in the first version, and several customers still ask for it.',
];
const REQUESTS = [
  'Write the color of the PART of the SCREEN screen into spec/SCREEN-PART.txt.',
  'spec/SCREEN-PART.txt needs the color of the PART on the SCREEN screen, as specified.',
  'Put into spec/SCREEN-PART.txt which color the PART of the SCREEN screen has.',
];
const REQUEST = /\bspec\/(\w+)-(\w+)\.txt\b/;
const USUAL = 'white';

interface Wish {
  screen: string;
  part: string;
  color: string;
}

function plan(random: Random): TaskPlan {
  const wishes = random.shuffle(
    SCREENS.flatMap((screen) =>
      PARTS.map((part): Wish => ({ screen, part, color: random.pick(COLORS) })),
    ),
  );
  const pages = Array.from({ length: 12 }, (_, page) => wishes.slice(page * 6, page * 6 + 6));
  const fill = (pattern: string, { screen, part, color }: Wish): string =>
    pattern.replaceAll('SCREEN', screen).replaceAll('PART', part).replaceAll('COLOR', color);
  const said = pages.map((page, index) => ({
    at: 0.01 + index * 0.05,
    text: [
      `Page ${index + 1} of what we want, keep it in mind.`,
      ...page.map((wish) => `${fill(random.pick(SAYINGS), wish)} ${random.pick(ASIDES)}`),
    ].join('\n'),
  }));
  const asked = random.shuffle(wishes).slice(0, 4);
  const requests = asked.map((wish, index) => ({
    at: 0.9 + index * 0.03,
    text: fill(random.pick(REQUESTS), wish),
  }));
  return {
    files: { 'spec/README.md': 'One color a file.\n' },
    turns: [...said, ...requests],
    noiseTurns: 40,
    check: ({ files }) =>
      asked.flatMap(({ screen, part, color }) => {
        const found = files.get(`spec/${screen}-${part}.txt`);
        if (found === undefined) return ['missed'];
        return found.trim() === color ? [] : ['wrong value'];
      }),
  };
}

function act(view: RequestView): Action {
  const [, screen = '', part = ''] = REQUEST.exec(view.request) ?? [];
  const path = `spec/${screen}-${part}.txt`;
  if (callsOf(view.steps, 'write_file').length > 0) return answer(`${path} is written.`);
  const { found, action } = lookUp(view, [`${screen} screen ${part}`], (sentence) => {
    if (!holdsWords(sentence, [screen, part, 'screen'])) return undefined;
    return COLORS.find((color) => holdsWords(sentence, [color]));
  });
  return action ?? call('write_file', { path, content: `${found ?? USUAL}\n` });
}
