import { growthOf, makeEntries } from '@everlong/testing';
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

  it('leaves out what a harness says of a stopped turn', () => {
    const [entry] = makeEntries([['user', '<turn_aborted>\nStopped.\n</turn_aborted>']]);
    expect(entry && userText(entry)).toBe('');
  });

  it('reads tags that nothing closes in linear time', () => {
    const tags = (size: number): string =>
      `</${Array.from({ length: size / 20 }, (_, index) => `<bash-a${index}>`).join('')}`;
    const growth = growthOf(100_000, (size) => makeEntries([['user', tags(size)]]).map(userText));
    expect(growth).toBeLessThan(3);
  });
});
