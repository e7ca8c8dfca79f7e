import { expect, it } from 'vitest';

import { outcomeOf } from './reply-outcome.js';

it.each([
  ['I looked around. The message to the team is sent.', '"The message to the team is sent."'],
  ['The server uses port 8443. Anything else?', '"The server uses port 8443."'],
  ['Noted.', undefined],
  ['', undefined],
])('takes from %j what came of the request', (reply, outcome) => {
  expect(outcomeOf(reply)).toBe(outcome);
});
