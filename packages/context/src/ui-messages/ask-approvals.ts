import type { ModelMessage } from '@everlong/core';

import type { SessionUiMessage } from './session-ui-message.js';

type UiPart = SessionUiMessage['parts'][number];

/** What a route gives to `streamText` that says which calls wait for the user. */
export interface ApprovalRules {
  /** A tool set of the AI SDK, whose tools may have `needsApproval`. */
  tools?: Readonly<Record<string, unknown>>;
  /** The call's `toolApproval` of `ai` 7, which is asked before the tool. */
  toolApproval?: unknown;
}

/** What the SDK passes to a function that decides, without contexts: a page has none. */
interface CallInfo {
  toolCallId: string;
  messages: readonly ModelMessage[];
}

/**
 * The answer with its calls that wait for the user shown so: the SDK asks without telling the
 * model, so that the log does not say it. `messages`: those of the session.
 */
export async function askApprovals(
  answer: SessionUiMessage,
  rules: ApprovalRules,
  messages: readonly ModelMessage[],
): Promise<SessionUiMessage> {
  const parts = await Promise.all(
    answer.parts.map(async (part): Promise<UiPart> => {
      const { type, state } = part;
      const toolCallId = String(part['toolCallId']);
      if (state !== 'input-available' || !type.startsWith('tool-')) return part;
      const call = {
        type: 'tool-call',
        toolName: type.slice('tool-'.length),
        input: part['input'],
      };
      if (!(await isAsked({ ...call, toolCallId }, rules, messages))) return part;
      const approval = { id: `approval-${toolCallId}` };
      return { ...part, state: 'approval-requested', approval };
    }),
  );
  return { ...answer, parts };
}

/** As the SDK decides: the call's function for all tools, its rule for this one, the tool's own. */
async function isAsked(
  toolCall: { toolName: string; toolCallId: string; input: unknown },
  { tools = {}, toolApproval }: ApprovalRules,
  messages: readonly ModelMessage[],
): Promise<boolean> {
  const { toolName, toolCallId, input } = toolCall;
  const info: CallInfo = { toolCallId, messages };
  if (typeof toolApproval === 'function') {
    return isUsers(await (toolApproval as Decide)({ toolCall, tools, messages }));
  }
  const rule = ownField(toolApproval, toolName);
  if (rule !== undefined && rule !== null) return isUsers(await applyRule(rule, input, info));
  const needed = ownField(ownField(tools, toolName), 'needsApproval');
  return (await applyRule(needed, input, info)) === true;
}

type Decide = (...given: unknown[]) => unknown;

function applyRule(rule: unknown, input: unknown, info: CallInfo): unknown {
  return typeof rule === 'function' ? (rule as Decide)(input, info) : rule;
}

/** Whether a status of the SDK, in its short or its long form, leaves it to the user. */
function isUsers(status: unknown): boolean {
  return status === 'user-approval' || ownField(status, 'type') === 'user-approval';
}

function ownField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
