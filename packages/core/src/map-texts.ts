import { mapStrings } from './map-strings.js';
import type { MessagePart, ModelMessage } from './message.js';
import { redactSecrets } from './redact-secrets.js';

/**
 * The message with every readable text changed: texts, reasoning, names of files, the strings of
 * inputs and outputs (each with its key). The same object where nothing changed.
 */
export function mapTexts(
  message: ModelMessage,
  change: (text: string, key: string) => string,
): ModelMessage {
  if (typeof message.content === 'string') {
    const content = change(message.content, '');
    return content === message.content ? message : ({ ...message, content } as ModelMessage);
  }
  const parts: readonly MessagePart[] = message.content;
  const content = parts.map((part) => mapPart(part, change));
  const changed = content.some((part, index) => part !== parts[index]);
  return changed ? ({ ...message, content } as ModelMessage) : message;
}

function mapPart(part: MessagePart, change: (text: string, key: string) => string): MessagePart {
  switch (part.type) {
    case 'text':
    case 'reasoning': {
      const text = change(part.text, '');
      return text === part.text ? part : { ...part, text };
    }
    case 'tool-call': {
      const input = mapStrings(part.input, change);
      return input === part.input ? part : { ...part, input };
    }
    case 'tool-result': {
      const output = mapStrings(part.output, (text, key) =>
        structural.has(key) ? text : change(text, key === 'value' || key === 'text' ? '' : key),
      );
      return output === part.output ? part : { ...part, output };
    }
    case 'file': {
      const filename = change(part.filename ?? '', '');
      return filename === (part.filename ?? '') ? part : { ...part, filename };
    }
    default:
      return part;
  }
}

/** The message with the secrets of all its texts redacted; the same object where there are none. */
export function redactMessage(message: ModelMessage): ModelMessage {
  return mapTexts(message, redactSecrets);
}

/** Fields of an output that say what it is, or hold encoded bytes. */
const structural: ReadonlySet<string> = new Set(['type', 'data', 'mediaType', 'providerOptions']);
