import type { ModelMessage } from '@everlong/core';
import { expect, it } from 'vitest';

import { systemNote, withSystemMessages } from './system-notes.js';

it('sends a system message as one only before an answer or at the end', () => {
  const user: ModelMessage = { role: 'user', content: 'Two.' };
  const answer: ModelMessage = { role: 'assistant', content: 'Three.' };
  const note = systemNote({ role: 'system', content: 'Be brief.' });
  const roles = (...messages: ModelMessage[]) =>
    withSystemMessages(messages).map(({ role }) => role);
  expect(roles(user, note)).toEqual(['user', 'system']);
  expect(roles(user, note, answer)).toEqual(['user', 'system', 'assistant']);
  expect(roles(user, note, note)).toEqual(['user', 'system', 'system']);
  expect(roles(user, note, note, user)).toEqual(['user', 'user', 'user', 'user']);
});
