/** What the AI SDK passes to a tool with its call. */
export interface CallInfo {
  /** As the assistant's message has it. */
  toolCallId?: string;
}

/** The id of the call, where there is one. */
export function idOf(call: CallInfo | undefined): { toolCallId?: string } {
  return typeof call?.toolCallId === 'string' ? { toolCallId: call.toolCallId } : {};
}
