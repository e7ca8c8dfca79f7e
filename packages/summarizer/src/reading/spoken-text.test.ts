import { makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { userText } from './spoken-text.js';

describe('userText', () => {
  it('is empty for what a program printed in columns', () => {
    const progress =
      '  % Total    % Received % Xferd  Average Speed   Time    Time\n100    22  100    22';
    const said = 'Keep it.  Two blanks after a full stop are no table.';
    const [printed, own] = makeEntries([
      ['user', progress],
      ['user', said],
    ]).map(userText);
    expect(printed).toBe('');
    expect(own).toBe(said);
  });
});
