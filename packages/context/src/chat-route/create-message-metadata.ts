import { type ContextState, type LanguageModelUsage, toUsage } from '@everlong/core';

import { checkSession } from '../config/check-parts.js';
import { shownUsage } from '../ui-messages/shown-usage.js';
import type { Session } from '../session-work/session.js';

/** What a UI shows with a message. */
export interface SessionMessageMetadata {
  /** The gauge of the session at that moment. */
  context: ContextState;
  /**
   * What the last model call was billed, under the names of `ai` 7 and of `ai` 6: not the sum over
   * the calls of a tool loop.
   */
  usage?: object;
  /** The model that answered, as its provider names it. */
  modelId?: string;
}

/** The part of a stream that metadata may be attached to. */
interface StreamPart {
  type: string;
  usage?: LanguageModelUsage;
  response?: { modelId?: string };
}

/**
 * A callback for `messageMetadata` of `toUIMessageStream` (`ai` 7) and `toUIMessageStreamResponse`
 * (`ai` 6): the session's gauge with the first part of a message, and with the last one also usage
 * and model of the last call. One callback serves one stream.
 */
export function createMessageMetadata(
  session: Session,
): (options: { part: { type: string } }) => SessionMessageMetadata | undefined {
  checkSession('createMessageMetadata', { session }, ['state']);
  let lastCall: Omit<SessionMessageMetadata, 'context'> = {};
  return ({ part }) => {
    const { type, usage, response }: StreamPart = part;
    switch (type) {
      case 'start':
        return { context: session.state() };
      case 'finish-step':
        lastCall = {
          ...(usage === undefined ? {} : { usage: { ...usage, ...shownUsage(toUsage(usage)) } }),
          ...(response?.modelId === undefined ? {} : { modelId: response.modelId }),
        };
        return undefined;
      case 'finish':
        return { context: session.state(), ...lastCall };
      default:
        return undefined;
    }
  };
}
