import { messageText, type ModelMessage, toolCallsOf } from '@everlong/core';
import { expect } from 'vitest';

import type { WalkStep } from './play-history.js';

/** What stands in the place of entries that are left out. */
const GAP_MARK = /^\[#(\d+)(?:–#(\d+))? left out\]$/;

/** What holds for the marks of every request. */
export const GAP_LAWS: Record<string, (step: WalkStep) => void> = {
  '5: a mark for what is left out names entries that are, between others that are not'({
    request,
  }) {
    for (const message of request.messages) {
      const [, from, to = from] = GAP_MARK.exec(messageText(message)) ?? [];
      if (from === undefined) continue;
      const fates = [from, to].map((seq) => request.plan.explain(Number(seq))?.disposition);
      for (const fate of fates) expect(['summarized', 'dropped']).toContain(fate);
      for (const seq of [Number(from) - 1, Number(to) + 1]) {
        expect(['summarized', 'dropped']).not.toContain(request.plan.explain(seq)?.disposition);
      }
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
      if (seq === undefined || isNote) continue;
      const last = before === undefined ? undefined : markersOf(before).at(-1);
      const isAnswer = before?.role === 'user' && toolCallsOf(message).length === 0;
      if (message.role === 'assistant' && last !== undefined && !isMarked && !isAnswer) {
        for (let between = last + 1; between < seq; between++) {
          const fate = request.plan.explain(between)?.disposition;
          expect(['summarized', 'dropped']).not.toContain(fate);
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
