import { expect, it } from 'vitest';

import { conversation, useMemory } from '../support/use-memory.js';

const pairs: readonly (readonly [noun: string, said: string, value: string, other: string])[] = [
  ['dog', 'My dog is called Rex', 'Rex', 'My cat is called Milo'],
  ['sister', 'My sister is called Ida', 'Ida', 'My brother is called Per'],
  ['son', 'My son is called Nils', 'Nils', 'My daughter is called Maja'],
  ['laptop', 'Our laptop is a ThinkPad', 'ThinkPad', 'Our printer is a Canon'],
  ['dentist', 'My dentist is called Dr. Weiss', 'Weiss', 'My landlord is called Mr. Braun'],
  ['wiki', 'The wiki is called Almanac', 'Almanac', 'The blog is called Ledger'],
  ['boat', 'My boat is called Gull', 'Gull', 'My van is called Otter'],
  ['kitchen', 'Our kitchen is green', 'green', 'Our bathroom is white'],
  ['guitar', 'My guitar is a Gibson', 'Gibson', 'My piano is a Yamaha'],
  ['band', 'Our band is called Lumen', 'Lumen', 'Our team is called Comet'],
  ['bike', 'My bike is red', 'red', 'My car is blue'],
  ['server', 'The staging server is Orion', 'Orion', 'The build machine is Vega'],
];

it.each(pairs)('keeps the %s apart from what the same phrase says of another', async (...each) => {
  const [noun, said, value, other] = each;
  for (const [order, lines] of [
    [`${said}.`, `${other} now.`],
    [`${other}.`, `${said} now.`],
  ].entries()) {
    const memory = await useMemory();
    await memory.observe('agent', conversation('one', lines));
    for (const query of [
      `What is my ${noun} called?`,
      `Which ${noun} do I have?`,
      `What about the ${noun}?`,
    ]) {
      const { hits } = await memory.recall('agent', query);
      expect([order, query, hits[0]?.text]).toEqual([order, query, expect.stringContaining(value)]);
      expect(hits.map(({ text }) => text).join()).not.toContain('perhaps outdated');
    }
  }
});
