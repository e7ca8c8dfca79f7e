import { type MessagePart, type ModelMessage } from '@everlong/core';

import { fileUrl } from './file-url.js';

/**
 * What messages say, one text for each thing said: words, files, calls, results and answers to
 * approval requests. Reasoning and providers' own fields do not count: clients send them back changed.
 */
export function atomsOf(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap(messageAtoms);
}

function messageAtoms(message: ModelMessage): string[] {
  const { role, content } = message;
  if (typeof content === 'string') return content.trim() === '' ? [] : [`${role} ${content}`];
  const parts: readonly MessagePart[] = content;
  const words = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const said = words.trim() === '' ? [] : [`${role} ${words}`];
  return [...said, ...parts.flatMap((part) => partAtom(part) ?? [])];
}

/** What a part other than a text says; `undefined` for what does not count. */
export function partAtom(part: MessagePart): string | undefined {
  switch (part.type) {
    case 'tool-call':
      return `call ${part.toolCallId}`;
    case 'tool-result':
      return `result ${part.toolCallId}`;
    case 'tool-approval-response':
      return `approval ${part.approvalId}`;
    case 'file': {
      // A page has no files but those with a URL.
      const url = fileUrl(part.data, part.mediaType);
      return url === undefined ? undefined : `file ${part.mediaType} ${part.filename ?? ''} ${url}`;
    }
    default:
      return undefined;
  }
}
