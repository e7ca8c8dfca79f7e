import { expect, it } from 'vitest';

import { isUnfinished, outcomeOf } from './reply-outcome.js';

it.each([
  ['I looked around. The message to the team is sent.', '"The message to the team is sent."'],
  ['The server uses port 8443. Anything else?', '"The server uses port 8443."'],
  ['It can be done with pow. I wrote it into decrypt.py.', '"I wrote it into decrypt.py."'],
  ['Noted.', undefined],
  ['', undefined],
])('takes from %j what came of the request', (reply, outcome) => {
  expect(outcomeOf(reply)).toBe(outcome);
});

it.each([
  'Could you please provide the reservation that you want to change? I can then look it up.',
  'To change your flight I need your user id.',
  'There are three options:\n1. HAT110\n2. HAT227\n\nPlease let me know which one you prefer.',
  'Would you like me to go on with the tests?',
  'The fix is in. We will run the file again to see if it works now.',
  'The scanner looks right. Now let me check the tests.',
  'I could not find the cause.',
])('takes %j for no end of the work', (reply) => {
  expect(isUnfinished(reply)).toBe(true);
});

it.each([
  'I renamed it in 9 files.',
  'The flight is booked. Is there anything else I can help you with?',
  'Done. Please let me know if you have any questions.',
  'Noted. I will use port 8443 from now on.',
  'All tests pass. Let me know if you want more of them.',
  'You asked whether it could fail: it cannot. The limit is 30.',
])('takes %j for the end of the work', (reply) => {
  expect(isUnfinished(reply)).toBe(false);
});
