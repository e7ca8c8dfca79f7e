import { toolCallsOf, toolOutputText, toolResultsOf } from '@everlong/core';

import { isOwnText, isReply, type MessageGroup } from '../rendering/message-group.js';

/** Inputs that say which process a call asks about. */
const PROCESS_KEYS = /^(?:session|shell|bash|process|task)_?id$/i;

/** Where a result names the process that it left running, and how far back that is looked for. */
const MAX_HEAD_LENGTH = 400;
const MAX_GROUPS_BACK = 60;

/**
 * For each group (oldest first) the indexes of those that stay where it stays, in order. A command
 * in the assistant's text and its output in the user's role belong together; a call that asks a
 * process for more output needs the call that started the process.
 */
export function belongingGroups(groups: readonly MessageGroup[]): number[][] {
  const asked = groups.map(processOf);
  // Names are read only when a group asks about a process, which is rare.
  const heads = new Map<MessageGroup, Set<string>>();
  const isNamedIn = (group: MessageGroup, id: string): boolean => {
    const names = heads.get(group) ?? namesInHead(group);
    heads.set(group, names);
    return names.has(id);
  };
  const startOf = (id: string, before: number): number => {
    for (let index = before - 1; index >= Math.max(0, before - MAX_GROUPS_BACK); index--) {
      const group = groups[index];
      if (group !== undefined && asked[index] !== id && isNamedIn(group, id)) return index;
    }
    return -1;
  };
  return groups.map((_, index) => {
    if (isOutput(groups, index)) return [index - 1, index];
    if (isOutput(groups, index + 1)) return [index, index + 1];
    const id = asked[index];
    const start = id === undefined ? -1 : startOf(id, index);
    return start < 0 ? [index] : [start, index];
  });
}

/** Whether a group is what a program answered, in the user's role, to the message before it. */
function isOutput(groups: readonly MessageGroup[], index: number): boolean {
  const [group, command] = [groups[index], groups[index - 1]];
  if (group === undefined || command === undefined || command.to + 1 !== group.from) return false;
  return group.messages[0]?.role === 'user' && isReply(command) && !isOwnText(group);
}

/** The process that a group's only call asks about. */
function processOf({ messages }: MessageGroup): string | undefined {
  const [call, ...others] = messages.flatMap(toolCallsOf);
  if (call === undefined || others.length > 0) return undefined;
  for (const [key, value] of Object.entries(call.input ?? {})) {
    const isName = typeof value === 'string' || typeof value === 'number';
    if (PROCESS_KEYS.test(key) && isName) return String(value);
  }
  return undefined;
}

function namesInHead({ messages }: MessageGroup): Set<string> {
  const outputs = messages.flatMap(toolResultsOf).map(({ output }) => toolOutputText(output));
  return new Set(outputs.flatMap((text) => text.slice(0, MAX_HEAD_LENGTH).match(/[\w-]+/g) ?? []));
}
