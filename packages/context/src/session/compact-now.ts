import { compactEpoch } from '../compaction/compact-epoch.js';
import type { PrepareInput } from '../compaction/prepare-input.js';
import type { PolicyDecision } from '../policies/policy.js';
import { recordInputs, type RequestView, viewSession } from '../request/request-view.js';
import { tokensFreed } from '../request/tokens-freed.js';
import { compactByHand, type HandResult } from './compact-by-hand.js';
import type { CompactResult, Session } from './session.js';
import type { SessionWork } from './session-work.js';

/** `session.compact`: a compaction by hand. */
export function compactNow(
  work: SessionWork,
  { instructions, abortSignal }: NonNullable<Parameters<Session['compact']>[0]> = {},
): Promise<CompactResult> {
  const reason = 'a compaction was asked for';
  return compactByHand(work, { reason, abortSignal }, (session) =>
    compactOnce(session, instructions),
  );
}

/** Resolves with tokens before and after, or why there was nothing to do. */
async function compactOnce(
  session: PrepareInput,
  instructions: string | undefined,
): Promise<HandResult> {
  await recordInputs(session);
  const view = viewSession(session);
  const tokensBefore = view.draft.usedTokens;
  const decision = session.config.policy.compactNow(view.context);
  if (decision.action === 'keep' || tokensFreed(view, decision) <= 0) {
    const reason = nothingToDo(view, decision);
    return { compacted: false, reason, tokensBefore, tokensAfter: tokensBefore };
  }
  await compactEpoch(session, view, decision, { instructions });
  const tokensAfter = viewSession(session).draft.usedTokens;
  return { compacted: true, reason: decision.reason, tokensBefore, tokensAfter };
}

function nothingToDo({ state, config }: RequestView, decision: PolicyDecision): string {
  if (decision.action === 'keep') return decision.reason;
  if (state.groups.list.length === 0) return 'the request holds no messages';
  const { minRecentMessages } = config.settings;
  return (
    'nothing is older than what always stays: the latest request and the newest messages ' +
    `(minRecentMessages: ${minRecentMessages})`
  );
}
