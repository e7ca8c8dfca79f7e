/** Calls that wait for their results, oldest first. Every step takes constant time. */
export interface WaitingCalls {
  add(toolCallId: string, toolName: string): void;
  /** Takes the call of this id out. */
  delete(toolCallId: string): void;
  /** Takes the oldest call out, of this tool where one is named; its id, or nothing. */
  take(toolName: string | undefined): string | undefined;
}

export function createWaitingCalls(): WaitingCalls {
  const waiting = new Map<string, string>();
  /** Ids by tool, in the same order. */
  const byTool = new Map<string, Set<string>>();

  function remove(toolCallId: string): void {
    byTool.get(waiting.get(toolCallId) ?? '')?.delete(toolCallId);
    waiting.delete(toolCallId);
  }

  return {
    add(toolCallId, toolName) {
      remove(toolCallId);
      waiting.set(toolCallId, toolName);
      const ids = byTool.get(toolName);
      if (ids === undefined) byTool.set(toolName, new Set([toolCallId]));
      else ids.add(toolCallId);
    },
    delete: remove,
    take(toolName) {
      const ids = toolName === undefined ? waiting.keys() : (byTool.get(toolName) ?? []);
      for (const toolCallId of ids) {
        remove(toolCallId);
        return toolCallId;
      }
      return undefined;
    },
  };
}
