import { mapStrings, redactSecrets } from '@everlong/redaction';

import type {
  FilePart,
  MessagePart,
  ModelMessage,
  ToolResultContent,
  ToolResultOutput,
} from './message.js';

type ChangeText = (text: string, key: string) => string;
type ChangeName = (name: string) => string;

/**
 * The message with every readable text changed: texts, reasoning, names and texts of files, the
 * strings of inputs and outputs (each with its key). `changeName` changes what a provider has to be
 * given as it is: names of tools, keys of inputs and outputs, addresses of files. Provider options
 * and encoded bytes stay as they are. The same object where nothing changed.
 */
export function mapTexts(
  message: ModelMessage,
  change: ChangeText,
  changeName: ChangeName = (name) => name,
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

function mapPart(part: MessagePart, change: ChangeText, changeName: ChangeName): MessagePart {
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
      const output = mapOutput(part.output, change, changeName);
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

function mapOutput(
  output: ToolResultOutput,
  change: ChangeText,
  changeName: ChangeName,
): ToolResultOutput {
  switch (output.type) {
    case 'json':
    case 'error-json': {
      const value = mapStrings(
        output.value,
        (text, key) => (isEncoded(text, key) ? text : change(text, plainKey(key))),
        changeName,
      );
      return value === output.value ? output : { ...output, value };
    }
    case 'content': {
      const value = output.value.map((item) => mapItem(item, change, changeName));
      const isSame = value.every((item, index) => item === output.value[index]);
      return isSame ? output : { ...output, value };
    }
    case 'execution-denied': {
      const reason = change(output.reason ?? '', 'reason');
      return reason === (output.reason ?? '') ? output : { ...output, reason };
    }
    default: {
      const value = change(output.value, '');
      return value === output.value ? output : { ...output, value };
    }
  }
}

function mapItem(
  item: ToolResultContent,
  change: ChangeText,
  changeName: ChangeName,
): ToolResultContent {
  const changeField: ChangeText = (text, key) =>
    structural.has(key) ? text : change(text, plainKey(key));
  const fields = Object.entries(item);
  const mapped = fields.map(([name, value]: [string, unknown]): [string, unknown] => {
    if (name === 'providerOptions') return [name, value];
    if (typeof value === 'string') return [name, changeField(value, name)];
    return [name, mapStrings(value, changeField, changeName)];
  });
  const isSame = mapped.every(([, value], index) => value === fields[index]?.[1]);
  return isSame ? item : (Object.fromEntries(mapped) as unknown as ToolResultContent);
}

/** The key of a text, unless it says only that there is one. */
function plainKey(key: string): string {
  return key === 'value' || key === 'text' ? '' : key;
}

/** Fields of a content item that say what it is, or hold encoded bytes. */
const structural: ReadonlySet<string> = new Set(['type', 'data', 'mediaType']);

/** Bytes within JSON, as tools send images: `data` with nothing but base64, and much of it. */
function isEncoded(text: string, key: string): boolean {
  return key === 'data' && text.length >= 256 && /^[\w+/-]+={0,2}$/.test(text);
}

/** Bytes stay as they are. */
function mapFileData(
  data: FilePart['data'],
  change: ChangeText,
  changeName: ChangeName,
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
