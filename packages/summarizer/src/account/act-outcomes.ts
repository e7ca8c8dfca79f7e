import { isErrorOutput, toolOutputText, type ToolResultPart } from '@everlong/core';

import { isFailure } from '../reading/is-failure.js';
import { createLineCounter, tellingResult } from './telling-result.js';
import type { Act, Turn } from './turn.js';

/** Once so many other acts did not fail, the work went on past a failure. */
const LAPSED_AFTER = 10;

/** What came of acts, as their results arrive in the order of the log. */
export interface Outcomes {
  /** Notes the result of an act: whether it failed, and later what was telling in it. */
  settle(act: Act, output: ToolResultPart['output'], isChange: boolean): void;
  /** Tells the results noted so far; what the assistant says next shows what was telling. */
  tell(next: string): void;
  /** The newest failures of each kind of act that nothing passed since. */
  open(turns: readonly Turn[]): Act[];
}

export function createOutcomes(failures: readonly Act[]): Outcomes {
  const errors = new Map(failures.map((act) => [act.kind, act]));
  const counter = createLineCounter();
  const untold: { act: Act; text: string }[] = [];
  return {
    settle(act, output, isChange) {
      const text = toolOutputText(output);
      act.failed = isFailure(text, isErrorOutput(output));
      if (act.failed) act.failures++;
      // That a change was made is what the act says; only its failure is news.
      act.result = '';
      if (act.failed || !isChange) untold.push({ act, text });
      if (act.failed) errors.set(act.kind, act);
      else errors.delete(act.kind);
    },
    tell(next) {
      for (const { act, text } of untold.splice(0))
        act.result = tellingResult(text, { failed: act.failed, counter, next });
    },
    open(turns) {
      const passed = turns.flatMap(({ acts }) => acts.filter(({ failed }) => !failed));
      const lapsed = passed.map(({ seq }) => seq).toSorted((one, other) => one - other);
      const since = lapsed.at(-LAPSED_AFTER) ?? -1;
      return [...errors.values()].filter(({ seq }) => seq > since);
    },
  };
}
