import type { Entry } from '@everlong/core';

import { isSameModel } from './same-model.js';

/** Tells which entries repeat items that another one has: a provider takes each item once. */
export interface RepeatedItems {
  /** Takes the next entry. */
  add(entry: Entry): void;
  /** Whether the entry holds an item that one before it has: then none of its items is sent. */
  has(seq: number): boolean;
  /** The same so far; what is added to one is not added to the other. */
  copy(): RepeatedItems;
}

/** `model` is the one that the request is for: no other gets items at all. */
export function createRepeatedItems(model: string | undefined): RepeatedItems {
  return continueItems(model, new Map(), new Set());
}

function continueItems(
  model: string | undefined,
  owners: Map<string, number>,
  repeated: Set<number>,
): RepeatedItems {
  return {
    add(entry) {
      if (!isSameModel(entry.model, model)) return;
      for (const id of itemIdsOf(entry)) {
        const owner = owners.get(id) ?? entry.seq;
        owners.set(id, owner);
        if (owner !== entry.seq) repeated.add(entry.seq);
      }
    },
    has: (seq) => repeated.has(seq),
    copy: () => continueItems(model, new Map(owners), new Set(repeated)),
  };
}

/** Ids by which a provider that keeps items knows the parts of a message. */
function itemIdsOf({ message }: Entry): string[] {
  if (message.role !== 'assistant' || typeof message.content === 'string') return [];
  return message.content.flatMap((part) => {
    const options = 'providerOptions' in part ? part.providerOptions : undefined;
    return Object.values(options ?? {}).flatMap(({ itemId }) =>
      typeof itemId === 'string' ? [itemId] : [],
    );
  });
}
