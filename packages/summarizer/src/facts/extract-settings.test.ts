import { expect, it } from 'vitest';

import { extractSettings } from './extract-settings.js';

function settingsIn(text: string, lead = ''): string[] {
  return extractSettings({ text, lead, speaker: 'user', spoken: true }).map(({ value }) => value);
}

it('finds a key with its number or boolean, as written', () => {
  expect(settingsIn('MAX_POOL=37 and workers: 12, {"retries": 7}')).toEqual([
    'MAX_POOL=37',
    'workers: 12',
    '"retries": 7',
  ]);
});

it('joins no key with the value of the next line', () => {
  expect(settingsIn('To-do list:\n1. add a test')).toEqual([]);
});

it('takes no part of a longer value for a setting', () => {
  expect(settingsIn('0@A0:0')).toEqual([]);
  expect(settingsIn('deploy@build-7:0')).toEqual([]);
});

it('takes nothing from the text that an edit removes', () => {
  expect(settingsIn('retries: 7', 'Edit old_string')).toEqual([]);
  expect(settingsIn('retries: 7', 'Edit new_string')).toEqual(['retries: 7']);
});
