import type { MessagePart, ModelMessage } from '@everlong/core';

import { type Fields, fieldsOf, textOf } from '../json/json-fields.js';
import {
  keep,
  keptFields,
  keptIn,
  type Optioned,
  otherFields,
  withOptions,
} from '../messages/kept-fields.js';
import { loseOptions, type LossSink } from '../messages/loss.js';

export const GEMINI = 'gemini';

/** The placeholder that Google documents for calls without a signature. */
export const STAND_IN = 'skip_thought_signature_validator';

/** The part with Gemini's signature, and with its fields but those named. */
export function keepPart<Part extends MessagePart>(
  part: Part,
  fields: Fields,
  ...known: readonly string[]
): Part {
  const { thoughtSignature } = fields;
  const isStandIn = thoughtSignature === STAND_IN;
  const signature = isStandIn ? undefined : textOf(thoughtSignature);
  const read = signature === undefined && !isStandIn ? known : [...known, 'thoughtSignature'];
  const signed = withOptions(part, 'google', { thoughtSignature: signature });
  return keep(signed, GEMINI, {
    fields: otherFields(fields, ...read),
    ...(isStandIn ? { standIn: true } : {}),
  });
}

/** What `keepPart` kept, as fields of a part. */
export function partFields(item: Optioned): Fields {
  const { thoughtSignature } = fieldsOf(item.providerOptions?.['google']);
  const signature = keptIn(item, GEMINI)['standIn'] === true ? STAND_IN : thoughtSignature;
  return {
    ...(typeof signature === 'string' ? { thoughtSignature: signature } : {}),
    ...keptFields(item, GEMINI),
  };
}

/** Reports the options that a part cannot carry: all but the signature. */
export function loseOthers(item: ModelMessage | MessagePart | Optioned, losses: LossSink): void {
  loseOptions(item, { provider: 'google', options: ['thoughtSignature'] }, losses);
}
