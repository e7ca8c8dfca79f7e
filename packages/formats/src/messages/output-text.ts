import type { ToolResultPart } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';

import type { LossSink } from './loss.js';
import { DENIED_TEXT } from '../parts/denied-text.js';

type Output = ToolResultPart['output'];

/** Reports that a format has no mark for results that are errors. */
export function loseErrorFlag({ type }: Output, losses: LossSink): void {
  if (type.startsWith('error') || type === 'execution-denied') losses.lose('error-flag', type);
}

/** A result as a text, as OpenAI's APIs and LangChain take it; each writes one in parts itself. */
export function outputText(output: Exclude<Output, { type: 'content' }>, losses: LossSink): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'execution-denied':
      return output.reason ?? DENIED_TEXT;
    case 'json':
    case 'error-json':
      losses.lose('result-shape', 'JSON becomes its text');
      return jsonText(output.value);
  }
}
