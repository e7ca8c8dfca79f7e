import { mapStrings, redactSecrets } from '@everlong/redaction';

import type { FilePart, MessagePart, ModelMessage } from './message.js';

/**
 * The message with every readable text changed: texts, reasoning, names and texts of files, the
 * strings of inputs and outputs (each with its key). `changeName` changes what a provider has to be
 * given as it is: names of tools, keys of inputs and outputs, addresses of files. The same object
 * where nothing changed.
 */
export function mapTexts(
  message: ModelMessage,
  change: (text: string, key: string) => string,
  changeName = (name: string): string => name,
): ModelMessage {
  if (typeof message.content === 'string') {
    const content = change(message.content, '');
    return content === message.content ? message : ({ ...message, content } as ModelMessage);
  }
  const parts: readonly MessagePart[] = message.content;
  const content = parts.map((part) => mapPart(part, change, changeName));
  const changed = content.some((part, index) => part !== parts[index]);
  return changed ? ({ ...message, content } as ModelMessage) : message;
}

function mapPart(
  part: MessagePart,
  change: (text: string, key: string) => string,
  changeName: (name: string) => string,
): MessagePart {
  switch (part.type) {
    case 'text':
    case 'reasoning': {
      const text = change(part.text, '');
      return text === part.text ? part : { ...part, text };
    }
    case 'tool-call': {
      const toolName = changeName(part.toolName);
      const input = mapStrings(part.input, change, changeName);
      const isSame = input === part.input && toolName === part.toolName;
      return isSame ? part : { ...part, toolName, input };
    }
    case 'tool-result': {
      const toolName = changeName(part.toolName);
      const output = mapStrings(
        part.output,
        (text, key) =>
          structural.has(key) ? text : change(text, key === 'value' || key === 'text' ? '' : key),
        changeName,
      );
      const isSame = output === part.output && toolName === part.toolName;
      return isSame ? part : { ...part, toolName, output };
    }
    case 'file': {
      const filename = change(part.filename ?? '', '');
      const data = mapFileData(part.data, change, changeName);
      const isSame = filename === (part.filename ?? '') && data === part.data;
      return isSame ? part : { ...part, data, ...(filename === '' ? {} : { filename }) };
    }
    default:
      return part;
  }
}

/** Bytes stay as they are. */
function mapFileData(
  data: FilePart['data'],
  change: (text: string, key: string) => string,
  changeName: (name: string) => string,
): FilePart['data'] {
  const address = data instanceof URL ? data.href : data;
  if (typeof address === 'string') {
    const changed = /^https?:/i.test(address) ? changeName(address) : address;
    return changed === address ? data : changed;
  }
  if (!('type' in address)) return data;
  if (address.type === 'text') {
    const text = change(address.text, '');
    return text === address.text ? data : { ...address, text };
  }
  if (address.type !== 'url') return data;
  const url = changeName(String(address.url));
  return url === String(address.url) ? data : { type: 'text', text: url };
}

/** The message with the secrets of all its texts redacted; the same object where there are none. */
export function redactMessage(message: ModelMessage): ModelMessage {
  return mapTexts(message, redactSecrets);
}

/** Fields of an output that say what it is, or hold encoded bytes. */
const structural: ReadonlySet<string> = new Set(['type', 'data', 'mediaType', 'providerOptions']);
