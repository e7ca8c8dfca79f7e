import { type ModelMessage, type TextCut, toolOutputText } from '@everlong/core';
import { characterBoundary, redactMessage } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import { withoutFiles } from './inline-files.js';
import { shrinkMessage, shrinkResult, type Truncator, textSizes } from './shrink-message.js';
import { type MessageGroup, type RenderedEntry, withMessages } from '../rendering/message-group.js';

/**
 * The head and tail of a text that is too long, with a notice between that says what is missing.
 * What is left of a text that was cut holds no recognised secret.
 */
export function truncateEnds(
  source: string,
  { overCharacters, headCharacters, tailCharacters }: TextCut,
): string {
  if (source.length <= overCharacters) return source;
  const text = redactSecrets(source);
  if (text.length <= overCharacters) return text;
  const headEnd = characterBoundary(text, headCharacters);
  const tailStart = characterBoundary(text, text.length - tailCharacters);
  const notice = `\n[... ${tailStart - headEnd} of ${text.length} characters left out here ...]\n`;
  return text.slice(0, headEnd) + notice + text.slice(tailStart);
}

/** The group with its long texts cut; the same objects where nothing is. */
export function truncateGroup({ rendered }: MessageGroup, cut: TextCut): RenderedEntry[] {
  return rendered.map((entry) => {
    const messages = entry.messages.map((message) => truncateMessage(message, cut));
    return withMessages(entry, messages, { disposition: 'truncated', reason: describeCut(cut) });
  });
}

/** Why an entry is cut, for the plan. */
export function describeCut({ overCharacters }: TextCut): string {
  return `longer than ${overCharacters} characters`;
}

function truncateMessage(message: ModelMessage, cut: TextCut): ModelMessage {
  const short = truncateTexts(message, cut);
  return short === message ? message : redactMessage(short);
}

function truncateTexts(message: ModelMessage, cut: TextCut): ModelMessage {
  if (message.role === 'system' || !cut.roles.includes(message.role)) return message;
  const named = cut.withoutFiles === true ? withoutFiles(message) : message;
  const truncator = truncatorOf(cut);
  if (textSizes(named, truncator.count).every((size) => size <= cut.overCharacters)) return named;
  if (named.role === 'user' && typeof named.content !== 'string') {
    const content = named.content.map((part) =>
      part.type === 'text' ? { ...part, text: truncateEnds(part.text, cut) } : part,
    );
    return { ...named, content };
  }
  if (named.role === 'tool') {
    const content = named.content.map((part) =>
      part.type === 'tool-result' && toolOutputText(part.output).length > cut.overCharacters
        ? shrinkResult(part, truncator)
        : part,
    );
    return { ...named, content };
  }
  return shrinkMessage(named, truncator);
}

/** Measures in characters where others measure in tokens. */
function truncatorOf(cut: TextCut): Truncator {
  return {
    maxTokens: cut.overCharacters,
    count: (text) => text.length,
    cut: (text) => truncateEnds(text, cut),
  };
}
