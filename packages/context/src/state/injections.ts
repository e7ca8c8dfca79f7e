import type { InjectedMemory, InjectionRecord, ResourceState } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

import type { InsertedMessage } from '../rendering/assemble-messages.js';

/** Text that was put after an entry, and stays there until the epoch ends. */
export interface Injection extends InsertedMessage {
  /** Where it is about files in play. */
  readonly resources?: readonly ResourceState[];
  /** Where memory recalled it. */
  readonly memory?: InjectedMemory;
  /** Where it says what a provider's block leaves unsaid: the epoch whose record holds the block. */
  readonly blockEpoch?: number;
}

/**
 * With one more, in the order of their places; of two answers of memory for one message of the user
 * the first one holds.
 */
export function withInjection(
  injections: readonly Injection[],
  record: InjectionRecord,
): readonly Injection[] {
  const { forSeq } = record.memory ?? {};
  const isKnown = injections.some(({ memory }) => memory?.forSeq === forSeq);
  if (forSeq !== undefined && isKnown) return injections;
  const all = [...injections, toInjection(record)];
  return all.toSorted((left, right) => left.afterSeq - right.afterSeq);
}

function toInjection({
  afterSeq,
  text,
  resources,
  memory,
  blockEpoch,
}: InjectionRecord): Injection {
  return {
    afterSeq,
    ...(text === '' ? {} : { message: { role: 'user', content: text.toWellFormed() } }),
    ...definedFields({ resources, memory, blockEpoch }),
  };
}
