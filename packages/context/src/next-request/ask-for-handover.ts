import type { PrepareInput } from '../compaction/prepare-input.js';
import type { PolicyDecision } from '../policies/policy.js';
import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import { asksModel } from '../request/decide.js';
import type { RequestPlan } from '../request/request-plan.js';
import type { RequestView } from '../request/request-view.js';
import type { Injection } from '../state/injections.js';
import type { SessionState } from '../state/session-state.js';

const TOOL = 'context_handover';

const REQUEST =
  '[From the software that keeps this conversation, not from the user: older messages are about to ' +
  `be summarized. Call ${TOOL} now with your note of the whole state of the work, then go on.]`;

/** The most tokens that the request for a note may take. */
const REQUEST_TOKENS = 200;

/**
 * Whether the agent is asked to write the snapshot that the policy wants from a model: once an epoch,
 * where the tool for it is there and the request still fits with the question.
 */
export function asksForHandover(view: RequestView, decision: PolicyDecision): boolean {
  const { state, budget, draft, epochChange } = view;
  if (decision.action !== 'snapshot') return false;
  if (state.compactionRequest !== undefined || epochChange !== undefined || !view.fits)
    return false;
  if (!asksModel(view, decision) || !hasTool(view.measured.tools)) return false;
  const asked = askedIn(state);
  // A request that is made again before the agent answered asks still.
  if (asked !== undefined) return asked.afterSeq === state.entryCount - 1;
  return budget.inputBudget - draft.usedTokens - REQUEST_SLACK_TOKENS >= REQUEST_TOKENS;
}

function askedIn({ injections }: SessionState): Injection | undefined {
  return injections.find(({ message }) => message?.content === REQUEST);
}

export async function askForHandover(
  { record }: PrepareInput,
  { state }: RequestView,
): Promise<void> {
  if (askedIn(state) !== undefined) return;
  const { epoch, entryCount } = state;
  await record({ type: 'injection', epoch, afterSeq: entryCount - 1, text: REQUEST });
}

/** What is decided for the request that asks. */
export function handoverAsked({ reason }: PolicyDecision): RequestPlan['decision'] {
  return { action: 'keep', reason: `the assistant is asked to hand over: ${reason}` };
}

/** Whether a tool set or a list of named tools has it. */
function hasTool(tools: unknown): boolean {
  if (typeof tools !== 'object' || tools === null) return false;
  if (!Array.isArray(tools)) return Object.hasOwn(tools, TOOL);
  return tools.some((tool: { name?: unknown; function?: { name?: unknown } } | null) =>
    [tool?.name, tool?.function?.name].includes(TOOL),
  );
}
