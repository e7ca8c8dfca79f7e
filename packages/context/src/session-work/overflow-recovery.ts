import { isThinkingRefusal, readFileRefusal } from '@everlong/core/internal';

import { createLimitLearner } from './limit-learner.js';
import { compactEpoch } from '../compaction/compact-epoch.js';
import type { PrepareInput } from '../compaction/prepare-input.js';
import { callHook } from '../config/hooks.js';
import type { RecoverResult } from '../config/recover-result.js';
import { withoutThinking } from '../rendering/without-thinking.js';
import { newEpoch } from '../request/decide.js';
import type { RequestSession } from '../request/request-input.js';
import { viewSession } from '../request/request-view.js';
import { longestRead } from '../state/usage-history.js';
import { fileKinds } from '../truncation/inline-files.js';

/**
 * Turns "prompt too long" errors into limits of later requests, refused files into names, and leaves
 * refused thinking out.
 */
export interface OverflowRecovery {
  /** Reads the error of the last request, of which `countedTokens` were counted. */
  recover(
    session: PrepareInput,
    error: unknown,
    countedTokens: number | undefined,
  ): Promise<RecoverResult>;
  /** A call succeeded: the count of failures starts over. */
  succeeded(): void;
}

/**
 * Where the error says that files of some kind are not taken, has later requests name them. Each
 * kind is learned once, so that this ends.
 */
async function learnRefusal(
  { logs, config, record }: RequestSession,
  error: unknown,
): Promise<RecoverResult | undefined> {
  const { groups, newlyRefused } = logs.current;
  const sent = new Set(groups.list().flatMap(({ messages }) => messages.flatMap(fileKinds)));
  for (const known of newlyRefused) sent.delete(known);
  const kinds = readFileRefusal(error, [...sent]);
  if (kinds.length === 0) return undefined;
  const reason = `the model takes no files of type ${kinds.join(', ')}: they are named instead`;
  const ofModel = config.model === undefined ? {} : { model: config.model };
  await record({ type: 'refused-files', kinds, evidence: reason, ...ofModel });
  return { retry: true, overflow: false, reason };
}

/**
 * Where the error says that thinking does not belong behind what stands before it, begins an epoch
 * without any. A request without thinking that is refused all the same is not made again.
 */
async function leaveThinking(
  session: PrepareInput,
  error: unknown,
): Promise<RecoverResult | undefined> {
  if (!isThinkingRefusal(error)) return undefined;
  const view = viewSession(session);
  const isSent = view.draft.messages.some((message) => withoutThinking(message) !== message);
  const reason = isSent ? 'the provider refused thinking for what stands before it' : NONE_SENT;
  if (isSent) await compactEpoch(session, view, newEpoch(view, reason), { withoutThinking: true });
  return { retry: isSent, overflow: false, reason };
}

const NONE_SENT = 'the provider refused thinking, and the request holds none of the session';

export function createOverflowRecovery(): OverflowRecovery {
  const limits = createLimitLearner();

  async function learn(
    session: RequestSession,
    error: unknown,
    countedTokens: number | undefined,
  ): Promise<RecoverResult> {
    const { logs, config, record } = session;
    const usedTokens = countedTokens ?? viewSession(session).draft.usedTokens;
    const { responseReserve } = config.allocate(logs.current.maxInputTokens);
    const acceptedTokens = longestRead(logs.current.usage);
    const request = { usedTokens, responseReserve, acceptedTokens };
    const { overflow, reason, limit } = limits.learn(error, request);
    if (limit === undefined) return { retry: false, overflow, reason };
    const ofModel = config.model === undefined ? {} : { model: config.model };
    await record({ type: 'limit', maxInputTokens: limit, evidence: reason, ...ofModel });
    return { retry: true, overflow, reason, maxInputTokens: limit };
  }

  return {
    async recover(session, error, countedTokens) {
      const refused = (await learnRefusal(session, error)) ?? (await leaveThinking(session, error));
      if (refused !== undefined) return refused;
      const result = await learn(session, error, countedTokens);
      const { sessionId, agent } = session.logs.current;
      const event = { sessionId, agent, error, result };
      if (result.overflow) {
        await callHook(session, 'onOverflow', event);
      }
      return result;
    },
    succeeded: () => limits.succeeded(),
  };
}
