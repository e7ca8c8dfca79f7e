import { expect, it } from 'vitest';

import { withoutRepeatedWords } from './repeated-words.js';
import type { Turn } from './turn.js';

const turn = (seq: number, words: string): Turn => ({ seq, words, acts: [], said: [], calls: 0 });

const FORM = ['Answer in one block.', '', ...['a', 'b', 'c'].map((letter) => letter.repeat(50))];

it('tells words that are sent again once, where they were sent last', () => {
  const turns = [2, 5, 9].map((seq) => turn(seq, [`Found ${seq} actions.`, ...FORM].join('\n')));
  const [first, second, newest] = withoutRepeatedWords(turns).map(({ words }) => words);
  expect(first).toBe('Found 2 actions.\n[… as in #9]');
  expect(second).toBe('Found 5 actions.\n[… as in #9]');
  expect(newest).toBe(turns[2]?.words);
});

it('keeps short lines that come twice, and words of one line', () => {
  const turns = [turn(1, 'yes\nplease'), turn(3, 'yes\nplease'), turn(5, FORM[2] ?? '')];
  expect(withoutRepeatedWords([...turns, turn(7, FORM.join('\n'))]).slice(0, 3)).toEqual(turns);
});

it('names for each run the message that holds it', () => {
  const [one, two] = ['a', 'b'].map((letter) => `${letter} `.repeat(70).trim());
  const turns = [
    turn(0, `Rules:\n${one}\n${two}`),
    turn(2, `As said:\n${two}`),
    turn(4, `And:\n${one}`),
  ];
  expect(withoutRepeatedWords(turns)[0]?.words).toBe('Rules:\n[… as in #4]\n[… as in #2]');
});
