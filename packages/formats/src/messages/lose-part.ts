import type { AssistantPart } from '@everlong/core';

import { fileText, fileView } from './file-view.js';
import { hostedText } from './hosted-text.js';
import type { LossSink } from './loss.js';
import { scalarText } from '../json/json-fields.js';

/**
 * Reports a part of an answer that a format has no place for; the text to write in its place, or
 * `undefined` where the part is left out.
 */
export function losePart(part: AssistantPart, losses: LossSink): string | undefined {
  switch (part.type) {
    case 'tool-call':
    case 'tool-result':
      losses.lose('provider-executed', part.toolName);
      return hostedText(part);
    case 'file': {
      const view = fileView(part);
      losses.lose('file', part.mediaType);
      return view === undefined ? undefined : fileText(view);
    }
    case 'reasoning-file':
      losses.lose('reasoning', 'the API takes no files of it');
      return undefined;
    case 'tool-approval-request':
      losses.lose('approval', part.approvalId);
      return undefined;
    default:
      losses.lose('custom', kindOf(part));
      return undefined;
  }
}

/** The kind of a custom part, or the type of one that is not known. */
export function kindOf(part: AssistantPart): string {
  return 'kind' in part ? part.kind : scalarText((part as { type: unknown }).type);
}
