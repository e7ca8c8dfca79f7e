import { cities } from './cities.ts';
import type { SaidLine, UpdateCase } from './update-case.ts';

const at = (index: number): string => cities[index % cities.length] ?? '';

/**
 * Cases of which each has a shape of its own: negation, two people of one name, facts that others
 * retell, facts that depended on one now superseded, and statements that must not retire anything.
 */
export function otherCases(): UpdateCase[] {
  return [...negations(), ...namesakes(), ...retold(), ...dependent(), ...traps()];
}

function each<Text>(
  kind: string,
  texts: readonly Text[],
  make: (text: Text, index: number) => Omit<UpdateCase, 'kind' | 'wording'>,
): UpdateCase[] {
  return texts.map((text, index) => ({
    kind,
    wording: index % 2 === 0 ? 'plain' : 'other',
    ...make(text, index),
  }));
}

function negations(): UpdateCase[] {
  const foods = ['olives', 'mushrooms', 'coffee', 'tofu', 'cilantro', 'beets'];
  return each(
    'negation',
    [
      "I don't like {f} anymore.",
      'I have gone off {f} completely.',
      'I no longer enjoy {f}.',
      'I cannot stand {f} these days.',
      'I hate {f} now.',
      'I stopped eating {f}.',
    ],
    (text, index) => {
      const food = foods[index] ?? '';
      return {
        said: [`I love ${food}.`, text.replace('{f}', food)],
        ask: `Do I like ${food}?`,
        current: food,
        currentPattern: String.raw`no longer|not|n't|hate|gone off|stopped|cannot`,
        stale: [],
        staleFact: `likes ${food}`,
      };
    },
  );
}

function namesakes(): UpdateCase[] {
  const kin = ['cousin', 'colleague', 'neighbour', 'aunt', 'dentist', 'boss'];
  return each('two people of one name', kin, (relation, index) => ({
    said: [
      `My sister Anna lives in ${at(index)}.`,
      `My ${relation} Anna lives in ${at(index + 1)}.`,
      `My ${relation} Anna moved to ${at(index + 2)}.`,
    ],
    ask: `Where does my sister Anna live?`,
    current: at(index),
    stale: [],
    keeps: [at(index)],
    also: { ask: `Where does my ${relation} Anna live?`, current: at(index + 2) },
  }));
}

function retold(): UpdateCase[] {
  return each<readonly [string, string]>(
    'retold by another',
    [
      ['Bob', 'Alice lives in {o}.'],
      ['Bob', 'As far as I know Alice lives in {o}.'],
      ['assistant', 'Since you live in {o}, I looked for trains from there.'],
      ['Bob', 'Alice is based in {o}, right?'],
      ['tool', 'user profile: lives in {o}'],
      ['Bob', 'Alice told me that she lives in {o}.'],
    ],
    ([who, text], index) => {
      const isDialogue = who === 'Bob';
      const alice = (said: string): SaidLine => (isDialogue ? ['Alice', said] : said);
      return {
        said: [
          alice(`I live in ${at(index)}.`),
          alice(`I moved to ${at(index + 1)}.`),
          [who, text.replace('{o}', at(index))],
        ],
        ask: isDialogue ? 'Where does Alice live?' : 'Where do I live?',
        current: at(index + 1),
        stale: [at(index)],
        staleFact: `lives in ${at(index)}`,
        keeps: [at(index + 1)],
      };
    },
  );
}

function dependent(): UpdateCase[] {
  return each(
    'depended on one now superseded',
    [
      'so I commute by tram',
      'so I commute by ferry',
      'so I commute by bike',
      'so I commute by subway',
    ],
    (text, index) => ({
      said: [`I live in ${at(index)}, ${text}.`, `I moved to ${at(index + 4)}.`],
      ask: 'How do I commute?',
      current: text.split(' ').at(-1) ?? '',
      stale: [],
      unmarked: text.split(' ').at(-1) ?? '',
    }),
  );
}

function traps(): UpdateCase[] {
  return each(
    'nothing is retired',
    [
      'I am thinking of moving to {n}.',
      'My brother moved to {n}.',
      'I might move to {n} one day.',
      'Maybe I should live in {n}?',
      'I was in {n} on holiday last week.',
      'I used to live in {n}.',
      'If I lived in {n}, I would swim every day.',
      'A friend of mine lives in {n}.',
      'I would love to live in {n}.',
      'My boss wants me to move to {n}.',
      'I lived in {n} as a child.',
      'I visited {n} and it was great.',
      'We almost moved to {n} but stayed.',
      'Do you know {n}? People say it is nice to live there.',
    ],
    (text, index) => ({
      said: [`I live in ${at(index)}.`, text.replace('{n}', at(index + 5))],
      ask: 'Where do I live?',
      current: at(index),
      stale: [],
      keeps: [at(index)],
    }),
  );
}
