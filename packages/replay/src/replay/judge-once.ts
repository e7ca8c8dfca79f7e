import type { ToolSet } from 'ai';

import type { MessageFacts } from '../messages/message-book.js';
import type { createRequestValidator } from '../validity/request-validity.js';
import type { ReplayStep } from './policy-run.js';
import type { ReplayedRequest } from './replayed-session.js';

/** Caches verdicts, since policies often produce the same request. */
export function judgeOnce(
  validate: ReturnType<typeof createRequestValidator>,
  tools: ToolSet | undefined,
): ReplayStep['whyRefused'] {
  const judged = new Map<string, Promise<string[]>>();
  return (request: ReplayedRequest, messages: readonly MessageFacts[]) => {
    const { instructions, messages: sent } = request;
    const key = `${messages.map(({ id }) => id).join(' ')}\n${instructions}`;
    let reasons = judged.get(key);
    if (reasons === undefined) {
      reasons = validate({
        instructions,
        messages: sent,
        ...(tools === undefined ? {} : { tools }),
      });
      judged.set(key, reasons);
    }
    return reasons;
  };
}
