import type {
  InjectedMemory,
  InjectionRecord,
  InputChange,
  JsonValue,
  ModelMessage,
  ResourceState,
} from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

import type { InsertedMessage } from '../rendering/assemble-messages.js';
import { noteFor } from '../rendering/system-notes.js';

/** Text that was put after an entry, and stays there until the epoch ends. */
export interface Injection extends InsertedMessage {
  /** Where it is about files in play. */
  readonly resources?: readonly ResourceState[];
  /** Where memory recalled it. */
  readonly memory?: InjectedMemory;
  /** Where it says what a provider's block leaves unsaid: the epoch whose record holds the block. */
  readonly blockEpoch?: number;
  /** Where instructions or tools changed. */
  readonly change?: InputChange;
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
  change,
}: InjectionRecord): Injection {
  return {
    afterSeq,
    ...(text === '' ? {} : { message: messageOf(text.toWellFormed(), change) }),
    ...definedFields({ resources, memory, blockEpoch, change }),
  };
}

function messageOf(content: string, change: InputChange | undefined): ModelMessage {
  if (change === undefined) return { role: 'user', content };
  const { text, toolChanges } = change;
  const options = toolChanges === undefined ? {} : withChanges(toolChanges);
  return noteFor({ role: 'system', content: text.toWellFormed(), ...options }, content);
}

function withChanges(toolChanges: JsonValue[]) {
  return { providerOptions: { anthropic: { toolChanges } } };
}
