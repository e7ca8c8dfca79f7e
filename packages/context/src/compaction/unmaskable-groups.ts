import { isErrorOutput, toolCallsOf, toolResultsOf } from '@everlong/core';
import { jsonText, pathOf, toolKind, type ToolKinds } from '@everlong/core/internal';

import type { MessageGroup } from '../rendering/message-group.js';

/**
 * The groups (of a list, oldest first) whose results stay whole although they are old: those of
 * plans and questions, the newest error of a tool and target that did not succeed since, and the
 * newest read of a file that was edited since.
 */
export function unmaskableGroups(
  groups: readonly MessageGroup[],
  kinds?: ToolKinds,
): Set<MessageGroup> {
  const kept = new Set<MessageGroup>();
  const succeeded = new Set<string>();
  const edited = new Set<string>();
  const seenReads = new Set<string>();
  for (const group of groups.toReversed()) {
    for (const { toolName, input, failed } of outcomesOf(group)) {
      const target = targetOf(input);
      const key = `${toolName} ${target}`;
      const kind = toolKind({ toolName, input }, kinds);
      // The results are the work itself: plans, questions to the user, loaded instructions.
      if (kind === 'plan' || kind === 'ask') kept.add(group);
      if (failed) {
        if (!succeeded.has(key)) kept.add(group);
        succeeded.add(key);
        continue;
      }
      succeeded.add(key);
      if (kind === 'change') edited.add(target);
      else if (kind === 'read' && !seenReads.has(target)) {
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
  return pathOf(input) ?? jsonText(input).slice(0, 200);
}
