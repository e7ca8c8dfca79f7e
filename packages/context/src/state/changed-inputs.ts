import type { InputChange } from '@everlong/core';

import { openExchange } from '../rendering/message-group.js';
import type { SessionState } from './session-state.js';

/**
 * The newest change of instructions or tools in this epoch that stands where a `system` message may
 * stand: behind the user or results, with an answer or nothing behind it.
 */
export function changeInForce({ injections, groups }: SessionState): InputChange | undefined {
  if (injections.every(({ change }) => change === undefined)) return undefined;
  const list = groups.list().filter(({ messages }) => messages.length > 0);
  return injections.findLast(({ change, afterSeq }, index) => {
    if (change === undefined) return false;
    const next = injections.slice(index + 1).find(({ message }) => message !== undefined);
    if (next !== undefined && next.change === undefined && next.afterSeq === afterSeq) return false;
    const before = list.findLast(({ from }) => from <= afterSeq)?.messages.at(-1);
    const after = list.find(({ from }) => from > afterSeq)?.messages[0];
    return before?.role !== 'assistant' && (after === undefined || after.role === 'assistant');
  })?.change;
}

/** Whether a `system` message may be put at the end of what is said now. */
export function takesChange({ groups }: SessionState): boolean {
  const list = groups.list();
  const last = list.findLast(({ messages }) => messages.length > 0)?.messages.at(-1);
  return openExchange(list) === undefined && last !== undefined && last.role !== 'assistant';
}
