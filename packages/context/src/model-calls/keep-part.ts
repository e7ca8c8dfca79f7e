import type { JsonObject } from '@everlong/core';

import { answerMessage } from './answer-message.js';
import type { ProviderContent } from './provider-model.js';
import type { Session } from '../session-work/session.js';

/** Appends the text of a stopped or failed answer, marked as such; nothing where it has no text. */
export async function keepPart(
  session: Session,
  content: readonly ProviderContent[],
  {
    incomplete,
    metadata = () => ({}),
  }: { incomplete: 'stopped' | 'failed'; metadata?: () => JsonObject },
): Promise<void> {
  // Calls that were not run and reasoning without a signature are of no use to later requests.
  const said = content.filter(({ type }) => type === 'text' || type === 'file');
  const message = answerMessage(said);
  if (message === undefined) return;
  await session.append({ message, metadata: { ...metadata(), incomplete } });
}
