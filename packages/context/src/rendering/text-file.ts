import type { FilePart, ModelMessage, TextPart } from '@everlong/core';
import { describeModel } from '@everlong/tokenizer';

/** A file whose content is plain text, as a text that names it; `undefined` for any other file. */
export function textOfFile({ data, filename }: FilePart): TextPart | undefined {
  if (typeof data !== 'object' || !('type' in data) || data.type !== 'text') return undefined;
  return { type: 'text', text: `[file: ${filename ?? 'unnamed'}]\n${data.text}` };
}

/** The message with its plain-text files as texts; the same object where it has none. */
export function withFileTexts(message: ModelMessage): ModelMessage {
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  const { content } = message;
  const texts = content.map((part) => (part.type === 'file' ? (textOfFile(part) ?? part) : part));
  return texts.every((part, index) => part === content[index])
    ? message
    : { ...message, content: texts };
}

/**
 * Whether a plain-text file is sent as it is: a document with options of Anthropic's, which its
 * answers may cite by its place among the documents. Not every other adapter takes such a file.
 */
export function isDocument(
  { mediaType, providerOptions }: FilePart,
  model: string | undefined,
): boolean {
  const options = providerOptions?.['anthropic'];
  if (options === undefined || mediaType !== 'text/plain') return false;
  return model === undefined || describeModel(model).provider === 'anthropic';
}
