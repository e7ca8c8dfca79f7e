import { expect, it } from 'vitest';

import { runOutcome } from './run-outcome.js';

it.each([
  ['a.py ..\n===== 66 passed in 3.81s =====\n', false, '"66 passed in 3.81s"'],
  [
    '<returncode>1</returncode>\n<output>\nRan 83 tests\nFAILED (failures=3)\n</output>',
    false,
    '"FAILED (failures=3)"',
  ],
  ['run 1: ok\n0 of 40 runs stalled\nsee the log for more', false, '"0 of 40 runs stalled"'],
  ['Traceback\nValueError: no such port\nexit', true, '"ValueError: no such port"'],
  ['say "hi"', false, `"say 'hi'"`],
  ['{\n}\n', false, ''],
])('tells what came of %j', (output, failed, outcome) => {
  expect(runOutcome(output, { failed })).toBe(outcome);
});
