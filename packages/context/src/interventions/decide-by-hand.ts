import type { PolicyDecision } from '../policies/policy.js';
import type { RequestView } from '../request/request-view.js';
import { checkDecision } from '../request/decide.js';
import { tokensFreed } from '../request/tokens-freed.js';

/** What a compaction by hand does; `keep`, and why, where there is nothing to do. */
export function decideByHand(view: RequestView): PolicyDecision {
  const { policy } = view.config;
  const decision = checkDecision(policy, policy.compactNow(view.context));
  if (decision.action !== 'keep' && tokensFreed(view, decision) > 0) {
    // What the agent handed over stands in the place of a model's text here too.
    const handover = view.state.compactionRequest?.note;
    return handover === undefined ? decision : { ...decision, asksModel: false, handover };
  }
  return { action: 'keep', reason: nothingToDo(view, decision) };
}

/** Why a compaction by hand has nothing to do. */
export function nothingToDo({ state, config }: RequestView, decision: PolicyDecision): string {
  if (decision.action === 'keep') return decision.reason;
  if (state.groups.list().length === 0) return 'the request holds no messages';
  const { minRecentMessages } = config.settings;
  return (
    'nothing is older than what always stays: the latest request and the newest messages ' +
    `(minRecentMessages: ${minRecentMessages})`
  );
}
