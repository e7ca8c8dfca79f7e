import type { ModelMessage } from '@everlong/core';
import { mapTexts } from '@everlong/core/internal';

import { type RenderedEntry, withMessages } from './message-group.js';

const repair = (text: string): string => text.toWellFormed();

/**
 * The message without halves of surrogate pairs, which programs leave where they cut a text between
 * them: as JSON they are escapes that providers refuse. The same object where there are none.
 */
function wellFormedMessage(message: ModelMessage): ModelMessage {
  return mapTexts(message, repair, repair);
}

/** The same of all that is sent for these entries. */
export function wellFormedEntries(rendered: RenderedEntry[]): RenderedEntry[] {
  return rendered.map((entry) => {
    const messages = entry.messages.map(wellFormedMessage);
    const isWhole = entry.reason === 'sent as it is';
    const reason = isWhole ? 'sent in a form that providers take' : entry.reason;
    return withMessages(entry, messages, { reason });
  });
}
