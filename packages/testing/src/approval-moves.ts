import type { AssistantPart, ModelMessage, ToolPart } from '@everlong/core';
import fc from 'fast-check';

/** Calls that wait for the user's leave, and what becomes of them. */
export interface ApprovalMove {
  kind: 'approval';
  text: string;
  calls: ApprovalCall[];
  /** True if requests are made before the user has answered, and before the tools have run. */
  prepareBefore: boolean;
  prepareBetween: boolean;
  /** True if each answer is a message of its own. */
  apart: boolean;
}

interface ApprovalCall {
  /** `undefined`: the user does not answer. */
  approved: boolean | undefined;
  content: string;
  /** `undefined`: no result comes. */
  output: string | undefined;
}

export function approvalArbitrary(text: fc.Arbitrary<string>): fc.Arbitrary<ApprovalMove> {
  return fc.record({
    kind: fc.constant('approval' as const),
    text,
    calls: fc.array(
      fc.record({
        approved: fc.constantFrom(true, true, true, false, undefined),
        content: text,
        output: fc.option(text, { nil: undefined, freq: 3 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    prepareBefore: fc.boolean(),
    prepareBetween: fc.boolean(),
    apart: fc.boolean(),
  });
}

/** How a move is played; `marked` marks a text with the place of the entry that comes next. */
export interface Player {
  append(message: ModelMessage): void;
  prepare(): void;
  marked(text: string): string;
  /** Distinct for each move. */
  id: string;
}

/** Returns the last call that is left without a result. */
export function playApproval(
  move: ApprovalMove,
  { append, prepare, marked, id }: Player,
): { id: string; name: string } | undefined {
  const calls = move.calls.map((call, index) => ({
    ...call,
    toolCallId: `${id}-${index}`,
    toolName: 'edit',
    approvalId: `approval-${id}-${index}`,
  }));
  const asked = calls.flatMap(({ toolCallId, toolName, approvalId, content }): AssistantPart[] => [
    { type: 'tool-call', toolCallId, toolName, input: { path: 'a.ts', content } },
    { type: 'tool-approval-request', approvalId, toolCallId },
  ]);
  append({ role: 'assistant', content: [{ type: 'text', text: marked(move.text) }, ...asked] });
  if (move.prepareBefore) prepare();
  const answers = calls.flatMap(({ approvalId, approved }): ToolPart[] =>
    approved === undefined ? [] : [{ type: 'tool-approval-response', approvalId, approved }],
  );
  for (const content of move.apart ? answers.map((answer) => [answer]) : [answers]) {
    if (content.length > 0) append({ role: 'tool', content });
  }
  if (move.prepareBetween) prepare();
  let unanswered: ReturnType<typeof playApproval>;
  for (const { approved, output, toolCallId, toolName } of calls) {
    if (approved === undefined || output === undefined) {
      unanswered = { id: toolCallId, name: toolName };
      continue;
    }
    const done = { type: 'text' as const, value: marked(output) };
    const result = approved ? done : { type: 'execution-denied' as const, reason: 'no' };
    append({
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, toolName, output: result }],
    });
  }
  return unanswered;
}
