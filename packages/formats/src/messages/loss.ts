import type { MessagePart, ModelMessage } from '@everlong/core';
import { keptFieldNames } from '@everlong/core/internal';

import type { KeptFormat, Optioned } from './kept-fields.js';

/** What a format may be unable to carry, and what is written instead. */
export const lossKinds = {
  'empty-text': 'empty or blank texts are left out; a user message of nothing else says `(empty)`',
  characters: 'halves of surrogate pairs are replaced',
  reasoning: 'reasoning is left out unless its own provider signed it',
  file: 'a file that the API does not take becomes a text that names it',
  'file-id': 'the ids of a file at other providers are left out',
  'file-name': 'the name of a file is left out, or one is made up where the API asks for it',
  'media-type': 'the media type of a file becomes the nearest one that the API knows',
  'result-shape': 'JSON in results becomes its text, several texts of a result one',
  'error-flag': 'results do not say whether they are errors',
  'provider-executed': 'calls that a provider ran, and their results, become texts',
  citation: 'citations of documents and search results that the request does not hold are left out',
  custom: 'items of another provider are left out',
  approval: 'questions for approval and their answers are left out',
  order: 'texts and reasoning move in front of the calls of their message',
  boundary: 'neighbouring messages of one role, or neighbouring texts, become one',
  arguments:
    'an input that is not an object is wrapped in one; text that is not JSON becomes a JSON string',
  'provider-options': "other providers' options, their cache markers too, are left out",
  fields:
    'fields that only another SDK has are left out, such as `additional_kwargs` and `invalid_tool_calls` of LangChain',
  'call-id': 'an id that the API refuses is another one, in the call and in its result',
  system: 'a `system` message after the first other message becomes a marked user message',
} as const;

/** The name of something that a format cannot express. */
export type LossKind = keyof typeof lossKinds;

/** Something that a written message does not carry, or carries differently. */
export interface Loss {
  kind: LossKind;
  /** The message, as its place in the list given. */
  message: number;
  /** The part of its content; absent where the message itself is meant. */
  part?: number;
  /** What was lost, in words. */
  detail: string;
}

/** Options of every `write`. */
export interface WriteOptions {
  /** Called for everything that the written messages do not carry, in order. May throw. */
  onLoss?: (loss: Loss) => void;
  /**
   * Whether the model takes `system` messages behind the first other one, where Anthropic's API has
   * a place for them. Default: no, they become marked messages of the user.
   */
  systemMessages?: boolean;
}

/** Reports the losses of one message. */
export interface LossSink {
  /** The format that is written. */
  format: KeptFormat;
  lose(kind: LossKind, detail: string): void;
  /** The same for one part of the message. */
  at(part: number): LossSink;
}

/** A sink for the message at `message`, written in `format`. */
export function lossSink(
  format: KeptFormat,
  { onLoss }: WriteOptions,
  message: number,
  part?: number,
): LossSink {
  return {
    format,
    lose(kind, detail) {
      onLoss?.({ kind, message, ...(part === undefined ? {} : { part }), detail });
    },
    at: (index) => lossSink(format, onLoss === undefined ? {} : { onLoss }, message, index),
  };
}

/**
 * Reports provider options that are not sent, other providers' and unknown ones of its own, and
 * fields kept of other formats.
 */
export function loseOptions(
  item: ModelMessage | MessagePart | Optioned,
  own: { provider: string; options: readonly string[] } | undefined,
  losses: LossSink,
): void {
  const kept = keptFieldNames(item as Optioned, losses.format);
  if (kept.length > 0) losses.lose('fields', kept.join(', '));
  const options = (item as Optioned).providerOptions ?? {};
  for (const [provider, values] of Object.entries(options)) {
    if (provider === 'everlong') continue;
    const lost =
      provider === own?.provider
        ? Object.keys(values).filter((key) => !own.options.includes(key))
        : Object.keys(values);
    if (lost.length > 0) {
      losses.lose('provider-options', lost.map((key) => `${provider}.${key}`).join(', '));
    }
  }
}
