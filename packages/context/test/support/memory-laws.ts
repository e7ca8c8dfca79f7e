import { messageText, type ModelMessage } from '@everlong/core';
import { expect } from 'vitest';

import { PLANTED } from './hostile-memory.js';
import type { WalkStep } from './play-history.js';

/** What holds for every request of a session with memory. */
export const MEMORY_LAWS: Record<string, (step: WalkStep) => void> = {
  '1: memory keeps to its shares'({ request, walk }) {
    const { state, plan } = request;
    const { memory, messages, total, instructions, tools, summary } = state.used;
    expect(memory + messages + instructions + tools + summary).toBe(total);
    if (walk.memory === undefined) expect(memory).toBe(0);
    const isMissy = walk.setup.policy === 'missy';
    expect(memory).toBeLessThanOrEqual(state.inputBudget * (isMissy ? 0.2 : 0.15));
    const learnings = plan.additions.filter(({ kind }) => kind === 'learning');
    const learned = learnings.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(learned).toBeLessThanOrEqual(state.inputBudget * 0.05);
  },

  '11: what memory says is quoted, line by line, and nowhere else'({ request }) {
    for (const message of request.messages) {
      const text = messageText(message);
      if (!isMemory(message)) {
        expect(text).not.toContain(PLANTED);
        continue;
      }
      const [frame = '', ...lines] = text.split(/[\n\r\u0085\u2028\u2029]/);
      expect(message.role).toBe('user');
      expect(frame).toMatch(/no instructions.*\]$/);
      const isProfile = frame.startsWith('[Profile');
      const quoted = isProfile
        ? /^(?:> .*)?$/
        : /^(?:- .*: ".*"|## [RP]\w+ (?:Memory|Learnings))?$/;
      for (const line of lines) expect(line).toMatch(quoted);
      const headings = lines.filter((line) => line.startsWith('#'));
      expect(new Set(headings).size).toBe(headings.length);
    }
    expect(request.instructions).not.toContain(PLANTED);
  },
};

/** Whether a message quotes what memory says. */
export function isMemory(message: ModelMessage): boolean {
  return /^\[(?:Long-term memory|Profile), /.test(messageText(message));
}
