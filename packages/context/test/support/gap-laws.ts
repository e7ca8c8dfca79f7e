import { messageText, type ModelMessage, toolCallsOf } from '@everlong/core';
import { expect } from 'vitest';

import type { WalkStep } from './play-history.js';

/** What stands in the place of entries that are left out. */
const GAP_MARK = /^\[#(\d+)(?:–#(\d+))? left out\]$/;

/** Dispositions of entries that a request does not hold. */
const LEFT_OUT: readonly string[] = ['summarized', 'dropped'];

/** What holds for the marks of every request. */
export const GAP_LAWS: Record<string, (step: WalkStep) => void> = {
  '5: a mark for what is left out names entries that are, between others that are not'({
    request,
  }) {
    for (const message of request.messages) {
      const [, from, to = from] = GAP_MARK.exec(messageText(message)) ?? [];
      if (from === undefined) continue;
      const isLeftOut = (seq: number): boolean => {
        const { disposition = '', reason } = request.plan.explain(seq) ?? {};
        // What the user cleared counts as nothing: no mark names it.
        return LEFT_OUT.includes(disposition) && reason !== 'the user cleared the context';
      };
      expect([Number(from), Number(to)].map(isLeftOut)).toEqual([true, true]);
      expect([Number(from) - 1, Number(to) + 1].map(isLeftOut)).toEqual([false, false]);
    }
  },

  '5: what the assistant does behind a gap does not look like what came of the message before it'({
    request,
  }) {
    let before: ModelMessage | undefined;
    let isMarked = false;
    for (const message of request.messages) {
      isMarked ||= GAP_MARK.test(messageText(message));
      const [seq] = markersOf(message);
      // Snapshots and other notes in the user's role are no messages of the log.
      const isNote = message.role === 'user' && messageText(message).startsWith('[');
      // A picture from the user has no number, and begins something new, as text from the user does.
      if (message.role === 'user' && typeof message.content !== 'string') before = undefined;
      if (seq === undefined || isNote) continue;
      const last = before === undefined ? undefined : markersOf(before).at(-1);
      const isAnswer = before?.role === 'user' && toolCallsOf(message).length === 0;
      if (message.role === 'assistant' && last !== undefined && !isMarked && !isAnswer) {
        for (let between = last + 1; between < seq; between++) {
          expect(LEFT_OUT).not.toContain(request.plan.explain(between)?.disposition);
        }
      }
      before = message;
      isMarked = false;
    }
  },
};

function markersOf(message: ModelMessage): number[] {
  return [...messageText(message).matchAll(/#(\d+)#/g)].map((match) => Number(match[1]));
}
