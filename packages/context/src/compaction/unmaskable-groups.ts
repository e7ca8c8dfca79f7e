import { isErrorOutput, toolCallsOf, toolResultsOf } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';

import type { MessageGroup } from '../rendering/message-group.js';

/** Tools whose results are the work itself: plans, questions to the user, loaded instructions. */
const KEPT_TOOLS = /todo|plan|ask|question|skill|instruction|memory/i;

/** Tools that change a file, and tools that read one, by the words that agents use for them. */
const EDIT_TOOLS = /edit|write|patch|replace|create|insert|update/i;
const READ_TOOLS = /read|view|open|cat|show|get/i;

/**
 * The groups (of a list, oldest first) whose results stay whole although they are old: those of
 * plans and questions, the newest error of a tool and target that did not succeed since, and the
 * newest read of a file that was edited since.
 */
export function unmaskableGroups(groups: readonly MessageGroup[]): Set<MessageGroup> {
  const kept = new Set<MessageGroup>();
  const succeeded = new Set<string>();
  const edited = new Set<string>();
  const seenReads = new Set<string>();
  for (const group of groups.toReversed()) {
    for (const { toolName, input, failed } of outcomesOf(group)) {
      const target = targetOf(input);
      const key = `${toolName} ${target}`;
      if (KEPT_TOOLS.test(toolName)) kept.add(group);
      if (failed) {
        if (!succeeded.has(key)) kept.add(group);
        succeeded.add(key);
        continue;
      }
      succeeded.add(key);
      if (EDIT_TOOLS.test(toolName)) edited.add(target);
      else if (READ_TOOLS.test(toolName) && !seenReads.has(target)) {
        seenReads.add(target);
        if (edited.has(target)) kept.add(group);
      }
    }
  }
  return kept;
}

interface Outcome {
  toolName: string;
  input: unknown;
  failed: boolean;
}

/** The calls of an exchange with what became of them, newest first. */
function outcomesOf(group: MessageGroup): Outcome[] {
  const failures = new Map(
    group.messages
      .flatMap((message) => toolResultsOf(message))
      .map((part) => [part.toolCallId, isErrorOutput(part.output)]),
  );
  return group.messages
    .flatMap((message) => toolCallsOf(message))
    .map(({ toolCallId, toolName, input }) => ({
      toolName,
      input,
      failed: failures.get(toolCallId) ?? false,
    }))
    .toReversed();
}

/** What a call is about: the file it names, or else all of its input. */
function targetOf(input: unknown): string {
  if (typeof input === 'object' && input !== null) {
    for (const key of ['path', 'file_path', 'filePath', 'filename', 'file', 'notebook_path']) {
      const value = (input as Record<string, unknown>)[key];
      if (typeof value === 'string') return value;
    }
  }
  return jsonText(input).slice(0, 200);
}
