import { ConfigError } from '@everlong/core';
import { checkOptions } from '@everlong/core/internal';
import { SECTION_NAMES } from '@everlong/summarizer';
import { z } from 'zod';

import { checkSession } from '../config/check-parts.js';
import { HANDOVER_WORDS } from '../interventions/hand-over.js';
import { type CallInfo, idOf } from './call-info.js';
import type { Session } from '../session-work/session.js';

/** Options of `createContextTools`. */
export interface ContextToolsOptions {
  /** Whose context the model manages. */
  session: Pick<Session, 'note' | 'requestCompaction' | 'handOver'>;
}

const noteInput = z.object({ name: z.string(), text: z.string() });
const handoverInput = z.object({ note: z.string() });
const compactInput = z.object({ reason: z.string().optional() });

/**
 * The tools `context_note`, `context_compact` and `context_handover` for `generateText` and
 * `streamText`: a model keeps what it must not forget through every compaction, asks for one where it
 * has just finished something, or writes the snapshot itself. Throws `ConfigError` for an unknown
 * option.
 */
export function createContextTools(options: ContextToolsOptions) {
  checkOptions('createContextTools', options, { session: true });
  checkSession('createContextTools', options, ['note', 'requestCompaction', 'handOver']);
  const { session } = options;

  return {
    context_note: {
      description:
        'Keeps a short text word for word, whatever is summarized. The same name replaces it; an ' +
        'empty text removes it.',
      inputSchema: noteInput,
      async execute({ name, text }: z.infer<typeof noteInput>, call?: CallInfo) {
        try {
          return (await session.note(name.trim(), text, idOf(call))).message;
        } catch (error) {
          // A mistake in the name is the model's to mend.
          if (!ConfigError.isInstance(error)) throw error;
          return `Not kept: ${error.message}`;
        }
      },
    },
    context_compact: {
      description:
        'Has older messages summarized before the next step: for when a task is done. Note first ' +
        'what is still needed.',
      inputSchema: compactInput,
      async execute({ reason = '' }: z.infer<typeof compactInput>, call?: CallInfo) {
        await session.requestCompaction(reason, idOf(call));
        return 'Older messages will be summarized before the next step, if that frees enough.';
      },
    },
    context_handover: {
      description:
        'Puts your own note in the place of older messages: goal, what was tried and how it came ' +
        `out, why, what is next, the user's demands quoted word for word; at most ${HANDOVER_WORDS} ` +
        `words under ${SECTION_NAMES.map((name) => `## ${name}`).join(', ')}.`,
      inputSchema: handoverInput,
      async execute({ note }: z.infer<typeof handoverInput>, call?: CallInfo) {
        return (await session.handOver(note, idOf(call))).message;
      },
    },
  };
}
