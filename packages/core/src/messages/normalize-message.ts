import type {
  FileData,
  FilePart,
  ImagePart,
  ModelMessage,
  ToolResultContent,
  ToolResultPart,
} from './message.js';

/**
 * The message with the shapes of older AI SDK versions brought to today's: `image` parts become
 * `file` parts, untagged file data is tagged, `media` in results becomes `file`. A message that
 * needs nothing is returned itself.
 */
export function normalizeMessage(message: ModelMessage): ModelMessage {
  if (typeof message.content === 'string') return message;
  const parts: readonly { type: string }[] = message.content;
  if (!parts.some(isOld)) return message;
  return { ...message, content: parts.map(normalizePart) } as ModelMessage;
}

function isOld(part: { type: string }): boolean {
  if (part.type === 'image') return true;
  if (part.type === 'file') return !isTagged((part as FilePart).data);
  if (part.type !== 'tool-result') return false;
  const { output } = part as ToolResultPart;
  return output.type === 'content' && output.value.some((item) => currentContent(item) !== item);
}

function normalizePart(part: { type: string }): object {
  if (part.type === 'image') return imageToFile(part as ImagePart);
  if (part.type === 'file') {
    const file = part as FilePart;
    return { ...file, data: tagData(file.data) };
  }
  if (part.type === 'tool-result') {
    const result = part as ToolResultPart;
    if (result.output.type !== 'content') return part;
    const value = result.output.value.map(currentContent);
    return { ...result, output: { ...result.output, value } };
  }
  return part;
}

function imageToFile({ image, mediaType, ...rest }: ImagePart): FilePart {
  return { ...rest, type: 'file', data: tagData(image), mediaType: mediaType ?? 'image/*' };
}

function currentContent(item: ToolResultContent): ToolResultContent {
  if (isMedia(item)) return mediaToFile(item);
  if (item.type !== 'file' || isTagged(item.data)) return item;
  return { ...item, data: tagData(item.data) };
}

type Media = { type: 'media'; data: string; mediaType: string };

function isMedia(item: ToolResultContent | Media): item is Media {
  return item.type === 'media';
}

function mediaToFile(item: Media): ToolResultContent {
  const { data, ...rest } = item;
  return { ...rest, type: 'file', data: { type: 'data', data } };
}

function tagData(data: FilePart['data'] | ImagePart['image']): FileData {
  if (isTagged(data)) return data;
  if (data instanceof URL) return { type: 'url', url: data };
  if (typeof data === 'string') return urlOf(data) ?? { type: 'data', data };
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) return { type: 'data', data };
  return { type: 'reference', reference: data };
}

function isTagged(data: FilePart['data'] | ImagePart['image']): data is FileData {
  return (
    typeof data === 'object' &&
    'type' in data &&
    typeof data.type === 'string' &&
    ['data', 'url', 'reference', 'text'].includes(data.type)
  );
}

function urlOf(text: string): FileData | undefined {
  const isUrl = /^(https?|data):/i.test(text) && URL.canParse(text);
  return isUrl ? { type: 'url', url: new URL(text) } : undefined;
}
