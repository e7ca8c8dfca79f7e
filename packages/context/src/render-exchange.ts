import {
  type Entry,
  isErrorOutput,
  type ModelMessage,
  toolApprovalsOf,
  toolCallsOf,
  type ToolCallPart,
  type ToolPart,
  toolOutputText,
  type ToolResultOutput,
  type ToolResultPart,
} from '@everlong/core';

import { isBlank, type RenderContext, renderMessage } from './render-message.js';
import type { RenderedEntry } from './unit.js';
import { viewCallId, viewToolName } from './view-identifiers.js';

/** What the model is told where the log has no result for a call. */
export const MISSING_RESULT = 'No result was recorded for this call: it was interrupted or lost.';

export interface ExchangeRendering {
  rendered: RenderedEntry[];
  /** Ids, as the log has them, of calls that no result in the exchange answers. */
  unanswered: string[];
}

/**
 * Renders an assistant message with calls and the tool messages behind it. Ids become unique and
 * acceptable, results without a call here and repeated results are left out, and with `closed`
 * each unanswered call gets an error result, since no more will come.
 */
export function renderExchange(
  entries: readonly Entry[],
  { closed, ...context }: RenderContext & { closed: boolean },
): ExchangeRendering {
  const [head, ...replies] = entries;
  const message = head === undefined ? undefined : renderMessage(head, context);
  if (head === undefined || message?.role !== 'assistant') return { rendered: [], unanswered: [] };

  const calls = assignIds(toolCallsOf(message));
  const rendered: RenderedEntry[] = [
    sent(head.seq, withCalls(message, calls), 'assistant message with calls'),
  ];
  for (const reply of replies) rendered.push(renderReply(reply, calls));

  const approved = approvedCalls(message, entries.at(-1));
  const missing = calls.filter((call) => !call.answered && !approved.has(call.id));
  if (closed && missing.length > 0) {
    rendered.at(-1)?.messages.push({ role: 'tool', content: missing.map(errorResult) });
  }
  return { rendered, unanswered: missing.map((call) => call.id) };
}

interface AssignedCall {
  id: string;
  viewId: string;
  toolName: string;
  answered: boolean;
}

function assignIds(calls: readonly ToolCallPart[]): AssignedCall[] {
  const taken = new Set<string>();
  return calls.map(({ toolCallId: id, toolName }) => {
    const base = viewCallId(id);
    let viewId = base;
    for (let copy = 2; taken.has(viewId); copy++) viewId = viewCallId(`${base}_${copy}`);
    taken.add(viewId);
    return { id, viewId, toolName: viewToolName(toolName), answered: false };
  });
}

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;

function withCalls(message: AssistantMessage, calls: readonly AssignedCall[]): ModelMessage {
  if (typeof message.content === 'string') return message;
  let next = 0;
  let changed = false;
  const content = message.content.map((part) => {
    if (part.type !== 'tool-call' || part.providerExecuted === true) return part;
    const call = calls[next++];
    if (call === undefined) return part;
    if (call.viewId === part.toolCallId && call.toolName === part.toolName) return part;
    changed = true;
    return { ...part, toolCallId: call.viewId, toolName: call.toolName };
  });
  return changed ? { ...message, content } : message;
}

function renderReply(entry: Entry, calls: readonly AssignedCall[]): RenderedEntry {
  const { message } = entry;
  if (message.role !== 'tool') return omitted(entry.seq, 'no tool message');
  let changed = false;
  const content = message.content.flatMap((part): ToolPart[] => {
    if (part.type !== 'tool-result') return [part];
    const call = calls.find((candidate) => candidate.id === part.toolCallId && !candidate.answered);
    if (call === undefined) {
      changed = true;
      return [];
    }
    call.answered = true;
    const output = sendableOutput(part.output);
    const same =
      output === part.output && call.viewId === part.toolCallId && call.toolName === part.toolName;
    if (same) return [part];
    changed = true;
    return [{ ...part, toolCallId: call.viewId, toolName: call.toolName, output }];
  });
  if (content.length === 0) return omitted(entry.seq, 'a result without an open call');
  return sent(entry.seq, changed ? { ...message, content } : message, 'tool results');
}

/** Anthropic takes no error without a text, and no empty text among the contents of a result. */
function sendableOutput(output: ToolResultOutput): ToolResultOutput {
  if (output.type === 'error-text' && isBlank(output.value)) return { ...output, value: 'error' };
  if (output.type !== 'content') return output;
  const value = output.value.filter((part) => part.type !== 'text' || !isBlank(part.text));
  if (value.length === 0) return { type: 'text', value: '' };
  return value.length === output.value.length ? output : { ...output, value };
}

/** Calls that the user has allowed in the newest message: the caller is about to run them. */
function approvedCalls(message: AssistantMessage, newest: Entry | undefined): Set<string> {
  const approvals = newest === undefined ? [] : toolApprovalsOf(newest.message);
  if (approvals.length === 0 || typeof message.content === 'string') return new Set();
  const answered = new Set(approvals.map((approval) => approval.approvalId));
  return new Set(
    message.content.flatMap((part) =>
      part.type === 'tool-approval-request' && answered.has(part.approvalId)
        ? [part.toolCallId]
        : [],
    ),
  );
}

function errorResult({ viewId, toolName }: AssignedCall): ToolResultPart {
  return {
    type: 'tool-result',
    toolCallId: viewId,
    toolName,
    output: { type: 'error-text', value: MISSING_RESULT },
  };
}

/**
 * Renders a tool message that follows no open exchange. Results of calls that went out unanswered
 * come late and become a marked note; the others have no call in sight and are left out.
 */
export function renderLateResults(entry: Entry, unanswered: ReadonlySet<string>): RenderedEntry {
  const { message } = entry;
  const results = message.role === 'tool' ? message.content : [];
  const notes = results.flatMap((part) =>
    part.type === 'tool-result' && unanswered.has(part.toolCallId) ? [lateNote(part)] : [],
  );
  if (notes.length === 0) return omitted(entry.seq, 'a result without its call');
  return sent(entry.seq, { role: 'user', content: notes.join('\n\n') }, 'a result that came late');
}

function lateNote({ toolName, output }: ToolResultPart): string {
  const outcome = isErrorOutput(output) ? 'error' : 'result';
  return `[late ${outcome} of an earlier call of ${toolName}]\n${toolOutputText(output)}`;
}

function sent(seq: number, message: ModelMessage, reason: string): RenderedEntry {
  return { seq, messages: [message], disposition: 'verbatim', reason };
}

export function omitted(seq: number, reason: string): RenderedEntry {
  return { seq, messages: [], disposition: 'omitted', reason };
}
