import {
  type AssistantMessage,
  type Entry,
  type ModelMessage,
  type ToolApprovalRequest,
  type ToolCallPart,
  toolCallsOf,
  type ToolPart,
  type ToolResultPart,
} from '@everlong/core';
import { toolApprovalsOf } from '@everlong/core/internal';

import { addLateNotes } from './late-results.js';
import { omittedEntry, type RenderedEntry, sentEntry } from './message-group.js';
import { createIdClaims, viewCallId, viewToolName } from './provider-safe-ids.js';
import { type RenderContext, renderMessage, type Rendering } from './render-message.js';
import { lostFiles, sendableOutput } from './sendable-output.js';

/** The result shown where the log has none for a call. */
export const MISSING_RESULT = 'No result was recorded for this call: it was interrupted or lost.';

export interface ExchangeRendering {
  rendered: RenderedEntry[];
  /** Ids, as the log has them, of calls that no result in the exchange answers. */
  unanswered: string[];
}

/** What is known of an exchange besides its entries. */
export interface ExchangeContext extends RenderContext {
  /** Whether no more results will come. */
  closed: boolean;
  /** Calls of earlier exchanges that were sent with an error result. */
  unanswered: ReadonlySet<string>;
}

/**
 * Renders an assistant message with calls and the tool messages after it. Ids become unique and
 * acceptable, results without a call here and repeated results are left out, and with `closed`
 * each unanswered call gets an error result, since no more will come. Results of earlier calls that
 * were sent unanswered become marked notes after those of this exchange, once it has them all.
 */
export function renderExchange(
  entries: readonly Entry[],
  { closed, unanswered: earlier, ...context }: ExchangeContext,
): ExchangeRendering {
  const [head, ...replies] = entries;
  const { message, losses } = head === undefined ? NOTHING : renderMessage(head, context);
  if (head === undefined || message?.role !== 'assistant') return { rendered: [], unanswered: [] };

  const calls = assignIds(toolCallsOf(message));
  const called = withCalls(message, calls);
  const rendered: RenderedEntry[] = [sentEntry(head, called, losses)];
  const answers: Answers = {
    takeCall: createCallQueue(calls),
    approvals: new Set(approvalRequestsOf(message).map((request) => request.approvalId)),
    model: context.model,
  };
  for (const reply of replies) rendered.push(renderReply(reply, answers));

  // Once more messages follow, the call that the user allowed will not run any more.
  const approved = closed ? new Set<string>() : approvedCalls(message, entries.at(-1));
  const missing = calls.filter((call) => !call.answered && !approved.has(call.id));
  if (closed && missing.length > 0) {
    const last = rendered.at(-1);
    last?.messages.push({ role: 'tool', content: missing.map(errorResult) });
    if (last?.disposition === 'verbatim') last.reason = 'sent with error results for open calls';
  }
  if (closed || calls.every((call) => call.answered)) {
    const own = new Set(calls.map((call) => call.id));
    const late = new Set([...earlier].filter((id) => !own.has(id)));
    addLateNotes(rendered, replies, late);
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
  const claim = createIdClaims();
  return calls.map(({ toolCallId: id, toolName }) => ({
    id,
    viewId: claim(viewCallId(id)),
    toolName: viewToolName(toolName),
    answered: false,
  }));
}

/** What replies of an exchange can answer. */
interface Answers {
  /** The first call of that id that has no result yet; marks it as answered. */
  takeCall(id: string): AssignedCall | undefined;
  /** Ids of the approvals that were asked for. */
  approvals: ReadonlySet<string>;
  /** The model that the request is for. */
  model: string | undefined;
}

function createCallQueue(calls: readonly AssignedCall[]): Answers['takeCall'] {
  const waiting = Map.groupBy(calls.toReversed(), (call) => call.id);
  return (id) => {
    const call = waiting.get(id)?.pop();
    if (call !== undefined) call.answered = true;
    return call;
  };
}

function approvalRequestsOf(message: AssistantMessage): ToolApprovalRequest[] {
  if (typeof message.content === 'string') return [];
  return message.content.filter((part) => part.type === 'tool-approval-request');
}

function withCalls(message: AssistantMessage, calls: readonly AssignedCall[]): ModelMessage {
  if (typeof message.content === 'string') return message;
  const viewIds = new Map(calls.toReversed().map(({ id, viewId }) => [id, viewId]));
  let next = 0;
  let changed = false;
  const content = message.content.map((part) => {
    if (part.type === 'tool-approval-request') {
      const viewId = viewIds.get(part.toolCallId) ?? part.toolCallId;
      if (viewId === part.toolCallId) return part;
      changed = true;
      return { ...part, toolCallId: viewId };
    }
    if (part.type !== 'tool-call' || part.providerExecuted === true) return part;
    const call = calls[next++];
    if (call === undefined) return part;
    if (call.viewId === part.toolCallId && call.toolName === part.toolName) return part;
    changed = true;
    return { ...part, toolCallId: call.viewId, toolName: call.toolName };
  });
  return changed ? { ...message, content } : message;
}

function renderReply(entry: Entry, answers: Answers): RenderedEntry {
  const { message } = entry;
  if (message.role !== 'tool') return omittedEntry(entry.seq, 'no tool message');
  const content = message.content.flatMap((part) => renderToolPart(part, answers));
  if (content.length === 0) return omittedEntry(entry.seq, 'a result without an open call');
  const same =
    content.length === message.content.length &&
    content.every((part, index) => part === message.content[index]);
  const reply = same ? message : { ...message, content };
  const losses = message.content.flatMap((part, at) => lostFiles(part, at, answers.model));
  return sentEntry(entry, reply, losses);
}

function renderToolPart(part: ToolPart, { takeCall, approvals, model }: Answers): ToolPart[] {
  if (part.type === 'tool-approval-response') return approvals.has(part.approvalId) ? [part] : [];
  const call = part.type === 'tool-result' ? takeCall(part.toolCallId) : undefined;
  if (call === undefined) return [];
  const { viewId, toolName } = call;
  const output = sendableOutput(part.output, model);
  const same = output === part.output && viewId === part.toolCallId && toolName === part.toolName;
  return [same ? part : { ...part, toolCallId: viewId, toolName, output }];
}

/** Calls that the user has decided on in the newest message: the caller is about to run them. */
function approvedCalls(message: AssistantMessage, newest: Entry | undefined): Set<string> {
  const decided = new Set(
    newest === undefined ? [] : toolApprovalsOf(newest.message).map((answer) => answer.approvalId),
  );
  const requests = approvalRequestsOf(message).filter(({ approvalId }) => decided.has(approvalId));
  return new Set(requests.map((request) => request.toolCallId));
}

function errorResult({ viewId, toolName }: AssignedCall): ToolResultPart {
  return {
    type: 'tool-result',
    toolCallId: viewId,
    toolName,
    output: { type: 'error-text', value: MISSING_RESULT },
  };
}

const NOTHING: Rendering = { message: undefined, losses: [] };
