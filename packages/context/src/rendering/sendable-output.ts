import type { ToolPart, ToolResultOutput } from '@everlong/core';

import type { PartLoss } from './part-loss.js';
import {
  elsewhereDetail,
  elsewhereNote,
  isElsewhere,
  readableFile,
  unreadableDetail,
  unreadableNote,
} from './readable-file.js';
import { isBlank, unknownPart } from './render-message.js';

/** The contents of results that the AI SDK has names for. */
const CONTENTS =
  /^(?:text|custom|file|(?:image-)?file-(?:id|reference)|(?:file|image)-(?:data|url))$/;

/** Anthropic takes no error without a text, and no empty text among the contents of a result. */
export function sendableOutput(
  output: ToolResultOutput,
  model: string | undefined,
): ToolResultOutput {
  if (output.type === 'error-text' && isBlank(output.value)) return { ...output, value: 'error' };
  if (output.type !== 'content') return output;
  const value = output.value
    .filter((part) => part.type !== 'text' || !isBlank(part.text))
    .map((part) => {
      if (!CONTENTS.test(part.type)) return unknownPart(part);
      if (isElsewhere(part, model)) return elsewhereNote(part);
      return readableFile(part, model) ?? unreadableNote(part);
    });
  if (value.length === 0) return { type: 'text', value: '' };
  const isSame =
    value.length === output.value.length &&
    value.every((part, index) => part === output.value[index]);
  return isSame ? output : { ...output, value };
}

/** The files in a result that are named because the model cannot read them. */
export function lostFiles(part: ToolPart, index: number, model: string | undefined): PartLoss[] {
  if (part.type !== 'tool-result' || part.output.type !== 'content') return [];
  return part.output.value.flatMap((item): PartLoss[] => {
    const elsewhere = isElsewhere(item, model) ? elsewhereDetail(item) : undefined;
    const detail = readableFile(item, model) === undefined ? unreadableDetail(item) : elsewhere;
    return detail === undefined ? [] : [{ kind: 'file', part: index, detail }];
  });
}
