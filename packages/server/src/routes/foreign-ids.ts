import type { ModelMessage } from '@everlong/core';

/** The longest id that a message may bring along. */
const MAX_ID = 256;

/**
 * The ids of the messages read from another SDK's, in their order. A message of the AI SDK keeps
 * its own id, and the further messages that a UI message is read into get it with `#1`, `#2` and so
 * on; all others get that of `idOf`, where there is one.
 */
export function foreignIds(
  idOf: ((index: number) => string) | undefined,
): (index: number, message: ModelMessage) => string | undefined {
  let own: string | undefined;
  let place = 0;
  return (index, message) => {
    const { first, joined, fields } = uiDetails(message);
    if (joined === true) place++;
    else {
      own = usableId(first === true ? fields?.id : (message as { id?: unknown }).id);
      place = 0;
    }
    if (own === undefined) return idOf?.(index);
    return place === 0 ? own : `${own}#${place}`;
  };
}

/** What `@everlong/formats/ai-sdk` keeps of the UI message that a message was read from. */
function uiDetails({ providerOptions }: ModelMessage) {
  const kept = providerOptions?.['everlong']?.['ai-sdk-ui'] ?? {};
  return kept as { first?: unknown; joined?: unknown; fields?: { id?: unknown } };
}

function usableId(id: unknown): string | undefined {
  return typeof id === 'string' && id !== '' && id.length <= MAX_ID ? id : undefined;
}
