import { expect, it } from 'vitest';

import { conversation, useMemory } from '../support/use-memory.js';

it.each([
  ['Das WLAN-Passwort lautet Kirschbaum21.', 'Seit gestern hat das WLAN-Passwort Seerose77.'],
  ['The wifi password is cherrytree21.', 'I changed the wifi password to waterlily77.'],
  ['La contraseña es girasol21.', 'Cambié la contraseña a girasol77.'],
  ['wifi密码是maomi666', '我把上网的密码换成doufu1357了'],
])('keeps neither the former nor the new password: %s %s', async (former, present) => {
  const memory = await useMemory();
  await memory.observe('agent', conversation('one', [former, present]));
  const { hits } = await memory.recall('agent', `${former} ${present}`);
  expect(hits).toHaveLength(2);
  for (const { text } of hits) {
    expect(text).toContain('[REDACTED:password]');
    expect(text).not.toMatch(/[a-z]\d/);
  }
});
