import type { ModelMessage } from '@everlong/core';

import type { SessionUiMessage } from './session-ui-message.js';

type UiPart = SessionUiMessage['parts'][number];

/** What is read of a tool of the AI SDK: whether the user is asked before it runs. */
interface AskingTool {
  needsApproval?: unknown;
}

/**
 * The answer with its calls that wait for the user shown so: the SDK asks without telling the
 * model, so that the log does not say it. `messages`: those of the session.
 */
export async function askApprovals(
  answer: SessionUiMessage,
  tools: Readonly<Record<string, unknown>>,
  messages: readonly ModelMessage[],
): Promise<SessionUiMessage> {
  const parts = await Promise.all(
    answer.parts.map(async (part): Promise<UiPart> => {
      const { type, state, toolCallId, input } = part;
      const name = type.slice('tool-'.length);
      if (state !== 'input-available' || !type.startsWith('tool-')) return part;
      if (!Object.hasOwn(tools, name)) return part;
      const { needsApproval } = (tools[name] ?? {}) as AskingTool;
      const isAsked: unknown =
        typeof needsApproval === 'function'
          ? await needsApproval(input, { toolCallId, messages })
          : needsApproval;
      if (isAsked !== true) return part;
      return {
        ...part,
        state: 'approval-requested',
        approval: { id: `approval-${String(toolCallId)}` },
      };
    }),
  );
  return { ...answer, parts };
}
