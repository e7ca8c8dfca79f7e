import { ConfigError, type Entry, isUserEntry, type ModelMessage } from '@everlong/core';
import { checkOptions, showValue } from '@everlong/core/internal';
import { createId } from '@everlong/core/store-kit';

import { activeAnswer, startAnswer } from './active-answers.js';
import { type ChatSdk, isVersion6, loadChatSdk, type UiChunk } from './chat-sdk.js';
import { createMessageMetadata } from './create-message-metadata.js';
import { replayAnswer } from './replay-answer.js';
import { inTurn } from '../session-work/in-turn.js';
import { readUiMessages, type UiMessageLike } from '../ui-messages/read-ui-messages.js';
import { syncMessages } from '../client-history/sync-messages.js';
import type { SessionUiMessage } from '../ui-messages/session-ui-message.js';
import { toUIMessages } from '../ui-messages/to-ui-messages.js';
import { withApprovals } from './with-approvals.js';
import { createContextMiddleware } from '../model-calls/context-middleware.js';
import { toAiSdk6Message } from '@everlong/core/internal';
import { checkSession } from '../config/check-parts.js';
import type { Session } from '../session-work/session.js';
import { sessionKey } from '../session-work/session-home.js';

/** What `useChat` posts: its list, and what the user did. */
export interface ChatBody {
  messages: readonly UiMessageLike[];
  trigger?: string;
  messageId?: string;
}

/** What `handleChat` takes. */
export interface HandleChatOptions {
  /** The chat's session. */
  session: Session;
  /** The model that answers, as a provider of the AI SDK makes it. */
  model: { readonly specificationVersion: string; readonly modelId: string };
  /** The parsed body of the request: a `ChatBody`, as useChat posts it. */
  body: unknown;
  /** The system prompt. */
  instructions?: string;
  /** A tool set of the AI SDK. */
  tools?: Record<string, unknown>;
  /** Whether tools wait to be found with `tool_search` (see `createToolSearch`). Default false. */
  deferTools?: boolean;
  /** Further options of `streamText`: `temperature`, `stopWhen`, `providerOptions`. */
  call?: Record<string, unknown>;
  /**
   * Ends the answer: `request.signal`, where a page that leaves is a user who stops. Without it the
   * answer is made to its end even if nobody reads it, and `resumeChat` gives it again.
   */
  abortSignal?: AbortSignal;
  /** Is given a promise that resolves when the answer is stored: `waitUntil` of a platform. */
  background?: (work: Promise<unknown>) => void;
  /** The text of an error for the page. Default: a text that gives no details. */
  onError?: (error: unknown) => string;
  /** Further headers of the response. */
  headers?: Record<string, string>;
  /** The functions of `ai`, where it is installed under another name. */
  sdk?: object;
}

/** Calls of the model for one question, unless `call.stopWhen` says otherwise. */
const MAX_STEPS = 20;

/**
 * Answers a request of `useChat` from the session: brings the log in line with the client's
 * messages (`syncMessages`; what they say in the assistant's name is not taken), streams the answer
 * and keeps it, complete or not, with the gauge of the context in its metadata and compactions as
 * parts. A regenerated answer and an edited question withdraw what they
 * replace; a request that was answered before gets the same answer again; of several pages on one
 * session one is answered after the other. Rejects with `ConfigError` for any other body.
 */
export async function handleChat(options: HandleChatOptions): Promise<Response> {
  checkOptions<HandleChatOptions>('handleChat', options, OPTIONS);
  checkSession('handleChat', options, ['append', 'prepare']);
  const { session, body, headers } = options;
  const sdk = (options.sdk as ChatSdk | undefined) ?? (await loadChatSdk());
  const read = readBody(body);
  if (read.trigger === 'regenerate-message') activeAnswer(session)?.stop();
  const stream = await inTurn(`answers of ${sessionKey(session)}`, async () => {
    await activeAnswer(session)?.done;
    return answerRequest(options, sdk, read);
  });
  return sdk.createUIMessageStreamResponse({
    stream: stream as ReadableStream<never>,
    ...(headers === undefined ? {} : { headers }),
  });
}

async function answerRequest(
  options: HandleChatOptions,
  sdk: ChatSdk,
  { messages, trigger, messageId }: ChatBody,
): Promise<ReadableStream<UiChunk>> {
  const { session } = options;
  const sync = await syncMessages(session, messages, { trigger, messageId, takesAnswers: false });
  const answer = sync.action === 'none' ? await completeAnswer(session) : undefined;
  return answer === undefined
    ? answerTurn(options, sdk, messages)
    : replayAnswer(answer, messages.at(-1));
}

/** The answer that ends the session, if nothing is missing in it. */
async function completeAnswer(session: Session): Promise<SessionUiMessage | undefined> {
  const last = (await toUIMessages(session)).at(-1);
  if (last?.role !== 'assistant' || last.metadata?.incomplete !== undefined) return undefined;
  return last.parts.some(isWaiting) ? undefined : last;
}

const OPTIONS = {
  session: true,
  model: true,
  body: true,
  instructions: true,
  tools: true,
  deferTools: true,
  call: true,
  abortSignal: true,
  background: true,
  onError: true,
  headers: true,
  sdk: true,
} as const;

function isWaiting({ state }: { [field: string]: unknown }): boolean {
  return state === 'input-available' || String(state).startsWith('approval-');
}

function readBody(body: unknown): ChatBody {
  const { messages, trigger } = (body ?? {}) as Partial<ChatBody>;
  if (!Array.isArray(messages)) {
    throw new ConfigError(
      'The body of a chat request needs `messages`, a list of UIMessage. Pass what useChat posts: ' +
        'handleChat({ session, model, body: await request.json() }).',
    );
  }
  const wrong = messages.findIndex((message: unknown) => !hasParts(message));
  if (wrong >= 0) {
    throw new ConfigError(
      `messages[${wrong}] of the chat request is no UIMessage, with a role and a list of parts: ` +
        `${showValue(messages[wrong])}. Pass what useChat posts.`,
    );
  }
  if (trigger !== undefined && !TRIGGERS.includes(trigger)) {
    throw new ConfigError(
      `The trigger of the chat request is ${showValue(trigger)}. useChat posts one of ` +
        `${TRIGGERS.join(', ')}, or leave it out.`,
    );
  }
  return body as ChatBody;
}

/** What `useChat` posts, and what its transports may. */
const TRIGGERS: readonly string[] = ['submit-message', 'regenerate-message', 'resume-stream'];

function hasParts(message: unknown): boolean {
  const { role, parts } = (message ?? {}) as { role?: unknown; parts?: unknown };
  return typeof role === 'string' && Array.isArray(parts);
}

async function answerTurn(
  {
    session,
    model,
    instructions,
    tools,
    deferTools = false,
    call,
    abortSignal,
    background,
    onError: errorText = () => 'The answer could not be completed.',
  }: HandleChatOptions,
  sdk: ChatSdk,
  posted: readonly UiMessageLike[],
): Promise<ReadableStream<UiChunk>> {
  const last = posted.at(-1);
  const [answered] = await readUiMessages(last?.role === 'assistant' ? [last] : []);
  const turn = withApprovals(await lastTurn(session), answered?.messages ?? []);
  const answerId = last?.role === 'assistant' ? last.id : createId();
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  if (abortSignal?.aborted === true) stop();
  abortSignal?.addEventListener('abort', stop);
  const middleware = createContextMiddleware({ session, answerId, deferTools });
  const steps = sdk.isStepCount ?? sdk.stepCountIs;
  const result = sdk.streamText({
    stopWhen: steps?.(MAX_STEPS),
    ...call,
    model: sdk.wrapLanguageModel({ model: model as never, middleware: middleware as never }),
    messages: isVersion6(sdk) ? turn.map(toAiSdk6Message) : turn,
    ...(instructions === undefined
      ? {}
      : { [isVersion6(sdk) ? 'system' : 'instructions']: instructions }),
    ...(tools === undefined ? {} : { tools }),
    abortSignal: controller.signal,
    onError() {},
  });
  const chunks = result.toUIMessageStream({
    originalMessages: posted,
    generateMessageId: () => answerId,
    messageMetadata: createMessageMetadata(session),
    onError: errorText,
  });
  const answer = await startAnswer(session, chunks, { stop, errorText });
  const over = answer.done.finally(() => abortSignal?.removeEventListener('abort', stop));
  background?.(over);
  return answer.subscribe();
}

/** The messages from the newest question on: what the SDK runs tools for, and the model answers. */
async function lastTurn(session: Session): Promise<ModelMessage[]> {
  const turn: Entry[] = [];
  for await (const entry of session.entries({ reverse: true, withdrawn: false })) {
    turn.unshift(entry);
    if (isUserEntry(entry)) return turn.map(({ message }) => message);
  }
  throw new ConfigError(
    'There is no question to answer: neither the session nor the posted messages have one from the user.',
  );
}
