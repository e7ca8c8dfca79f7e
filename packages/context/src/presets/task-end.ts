import { isErrorOutput, messageText, toolCallsOf, toolResultsOf } from '@everlong/core';

import { isReply, type MessageGroup } from '../rendering/message-group.js';

/** Programs that run tests, as they are called in a shell. */
const TESTS =
  /(?:^|[\s;&|/])(?:vitest|jest|mocha|pytest|rspec|phpunit|ctest|tox|(?:go|cargo|dotnet|bun|deno|mvn|gradlew?) test|(?:npm|pnpm|yarn)(?: run)? test|node --test|make (?:check|test))(?=\s|[;&|]|$)/;

/** What a run says that passed, and one that did not. */
const PASSED = /\bpass(?:ed|ing|es)?\b|\bok\b|\b0 fail/i;
const FAILED =
  /\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?|errors?)\b|\bFAIL(?:ED|URES?)?\b/;

const COMMIT = /\bgit\b[^|;&\n]{0,200}\bcommit\b/;
const TODO_TOOL = /todo|plan|task/i;
const DONE = /^(?:completed?|done|closed|cancell?ed)$/i;

/** How much of a command, and of the end of an output, is read. */
const MAX_COMMAND_LENGTH = 2000;
const MAX_OUTPUT_LENGTH = 4000;

/** Groups in which the to-do list before the newest one is looked for. */
const MAX_LOOKED_BACK = 100;

/**
 * Why the newest of these groups (oldest first) ends a task: the user's next request, a final
 * answer, a commit, tests that pass, a to-do that was closed. `undefined` while it is under way.
 * Pure; its cost does not grow with the log.
 */
export function taskEnd(groups: readonly MessageGroup[]): string | undefined {
  const newest = groups.at(-1);
  if (newest === undefined) return undefined;
  if (newest.startsTurn) return 'the user begins the next request';
  if (isReply(newest)) return 'the answer is complete';
  const outcomes = outcomesOf(newest);
  if (outcomes.length === 0 || outcomes.some(({ failed }) => failed)) return undefined;
  for (const { toolName, input, output } of outcomes) {
    const command = commandOf(input);
    if (COMMIT.test(command) && !output.includes('nothing to commit')) return 'a commit is made';
    if (TESTS.test(command) && PASSED.test(output) && !FAILED.test(output)) return 'tests pass';
    if (TODO_TOOL.test(toolName) && countClosed(input) > closedBefore(groups))
      return 'a to-do is closed';
  }
  return undefined;
}

interface Outcome {
  toolName: string;
  input: unknown;
  /** The end of its result. */
  output: string;
  failed: boolean;
}

/** The calls of an exchange that have a result. */
function outcomesOf({ messages }: MessageGroup): Outcome[] {
  const results = new Map(
    messages.flatMap((message) => {
      const output = messageText(message).slice(-MAX_OUTPUT_LENGTH);
      return toolResultsOf(message).map((part) => [
        part.toolCallId,
        { output, failed: isErrorOutput(part.output) },
      ]);
    }),
  );
  return messages.flatMap(toolCallsOf).flatMap(({ toolCallId, toolName, input }) => {
    const result = results.get(toolCallId);
    return result === undefined ? [] : [{ toolName, input, ...result }];
  });
}

function commandOf(input: unknown): string {
  const fields = (typeof input === 'object' && input !== null ? input : {}) as {
    command?: unknown;
    cmd?: unknown;
  };
  const command = fields.command ?? fields.cmd;
  const text = Array.isArray(command) ? command.join(' ') : command;
  return typeof text === 'string' ? text.slice(0, MAX_COMMAND_LENGTH) : '';
}

/** How many items of a to-do list are closed; 0 for any other value. */
function countClosed(input: unknown): number {
  if (typeof input !== 'object' || input === null) return 0;
  const lists = Array.isArray(input) ? [input] : Object.values(input).filter(Array.isArray);
  return lists.flat().filter((item: { status?: unknown } | null) => {
    const status = item?.status;
    return typeof status === 'string' && DONE.test(status);
  }).length;
}

function closedBefore(groups: readonly MessageGroup[]): number {
  const earlier = groups.slice(-MAX_LOOKED_BACK, -1);
  for (const { messages } of earlier.toReversed()) {
    const list = messages.flatMap(toolCallsOf).findLast(({ toolName }) => TODO_TOOL.test(toolName));
    if (list !== undefined) return countClosed(list.input);
  }
  return 0;
}
