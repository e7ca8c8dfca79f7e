import { type Line, makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { userText } from './spoken-text.js';

function requestOf(text: string): string {
  const before: Line[] = [
    ['user', 'Fix the parser.'],
    ['assistant', 'I will.'],
    ['assistant', 'So:'],
  ];
  const entry = makeEntries([...before, ['user', text]]).at(-1);
  return entry === undefined ? '' : userText(entry);
}

describe('messages of programs in the role of the user', () => {
  it.each([
    [
      'mini-SWE-agent',
      'The last command <command>python3 a.py</command> timed out and has been killed.',
    ],
    ['SWE-agent', 'It works: 5 of 7\n(Open file: n/a)\n(Current directory: /repo)\nbash-$'],
    ['Cline', '[ERROR] You did not use a tool in your previous response! Please retry.'],
    ['Aider', "Add file to the chat? (Y)es/(N)o/(A)ll/(S)kip all/(D)on't ask again [Yes]: skip"],
  ])('are no request: %s', (_, text) => {
    expect(requestOf(text)).toBe('');
  });

  it.each([
    'My edit was rejected by the review, please look at it again.',
    'The last command timed the wrong thing. Use the other one.',
    'No, my changes were not applied to main. Merge them.',
    'What does this mean?\n\nbash-5.1$',
    'Please use exactly one command for the whole build.',
  ])('are told from what the user says: %s', (text) => {
    expect(requestOf(text)).not.toBe('');
  });
});
