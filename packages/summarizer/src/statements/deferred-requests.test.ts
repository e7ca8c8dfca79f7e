import { type Line, makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { deferredLines, stillDeferred, updateDeferred } from './deferred-requests.js';
import { updateRequests } from './request-statuses.js';

function deferredIn(...lines: Line[]): string[] {
  const entries = makeEntries(lines);
  return stillDeferred(updateDeferred([], entries), updateRequests([], entries));
}

const later: Line[] = [
  ['user', 'For later: the `amber` team needs a message about the release.'],
  ['assistant', 'Noted.'],
  ['user', 'Remember to send the `birch` team its message, too. Is it warm?'],
  ['assistant', 'It is.'],
];
const send = (team: string): Line[] => [
  ['user', `Please send the message to the \`${team}\` team now.`],
  ['call', 'send_message', { team }],
  ['result', 'Sent.'],
];

describe('requests that were put off', () => {
  it('are told with the sentence that a word of putting off follows', () => {
    expect(
      deferredIn(['user', 'When the migration is through, write a changelog for 3.2. Not now.']),
    ).toEqual(['"When the migration is through, write a changelog for 3.2. Not now." (#0)']);
  });

  it('stay until one like them was carried out', () => {
    expect(deferredIn(...later)).toEqual([
      '"For later: the `amber` team needs a message about the release." (#0)',
      '"Remember to send the `birch` team its message, too." (#2)',
    ]);
    const sent: Line[] = [...later, ...send('birch'), ['assistant', 'The message is sent.']];
    expect(deferredIn(...sent)).toEqual([
      '"For later: the `amber` team needs a message about the release." (#0)',
    ]);
  });

  it('stay while nothing was done, it failed, or only a question was answered', () => {
    const asked: Line[] = [
      ['user', 'Does the `birch` team get its message?'],
      ['assistant', 'The `birch` team gets a message later.'],
    ];
    expect(deferredIn(...later, ...asked)).toHaveLength(2);
    expect(
      deferredIn(...later, ...send('birch'), ['assistant', 'I could not send it.']),
    ).toHaveLength(2);
  });

  it('leave when the user takes them back at once', () => {
    expect(deferredIn(...later, ['user', 'Never mind.'])).toEqual([
      '"For later: the `amber` team needs a message about the release." (#0)',
    ]);
  });

  it('are told as open', () => {
    expect(deferredLines(updateDeferred([], makeEntries(later)))[1]).toBe(
      'Asked for later, not done so far (#2): "Remember to send the `birch` team its message, too."',
    );
  });
});
