import type { PrepareOptions, Session } from '@everlong/context';
import {
  createHistoryTools,
  handleChat,
  type HandleChatOptions,
  resumeChat,
  stopChat,
  type StopOutcome,
} from '@everlong/context/ai-sdk';
import type { ReportedUsage } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

import type { SessionPool } from '../sessions/session-pool.js';
import type { TenantStores } from '../sessions/tenant-stores.js';
import { estimateTokens, type TokenEstimate } from '../state/token-usage.js';

/** Models' answers to what `useChat` posts. */
export interface ChatAnswers {
  /** Streams the answer; the session stays open until it is stored. */
  answer(request: ChatRequest): Promise<Response>;
  /** Streams the running answer from its start; 204 where there is none, 409 if made elsewhere. */
  resume(tenant: string, sessionId: string): Promise<Response>;
  /** Ends the running answer, keeping what was said so far. */
  stop(tenant: string, sessionId: string): Promise<StopOutcome>;
  /** Tells whether this server is answering in the session. */
  isRunning(tenant: string, sessionId: string): boolean;
  /** The running answers of a tenant. */
  count(tenant: string): number;
  /** Ends all running answers. */
  end(): Promise<void>;
}

export interface ChatRequest extends Pick<HandleChatOptions, 'model' | 'body'> {
  tenant: string;
  sessionId: string;
  instructions: string | undefined;
  /** Tools that the client runs. */
  tools: Readonly<Record<string, ClientTool>>;
  /** True if the model may search and open the history. */
  historyTools: boolean;
  /** Ends the answer when the page leaves; without it the answer is completed. */
  abortSignal: AbortSignal | undefined;
  /** Called after every call of the model, with what to book where its usage is not known. */
  used(usage: ReportedUsage, estimate: TokenEstimate): Promise<void>;
  failed(error: unknown): void;
  /** Called when the answer is over, and may be called again. */
  ended(): void;
}

interface ClientTool {
  description?: string | undefined;
  inputSchema: Record<string, unknown>;
}

export function createChatAnswers(
  pool: SessionPool,
  storeOf: TenantStores['storeOf'],
): ChatAnswers {
  const running = new Set<{ tenant: string; sessionId: string; over: Promise<void> }>();

  function stop(tenant: string, sessionId: string): Promise<StopOutcome> {
    return stopChat({ session: { store: storeOf(tenant), id: sessionId } });
  }

  return {
    answer(request) {
      const { tenant, sessionId } = request;
      return new Promise((resolve, reject) => {
        const over = pool
          .use(tenant, sessionId, (session) => answerIn(session, request, resolve))
          .catch(reject);
        const entry = { tenant, sessionId, over };
        running.add(entry);
        void over.finally(() => {
          running.delete(entry);
          request.ended();
        });
      });
    },
    resume: (tenant, sessionId) =>
      resumeChat({ session: { store: storeOf(tenant), id: sessionId } }),
    stop,
    isRunning: (tenant, sessionId) =>
      [...running].some((entry) => entry.tenant === tenant && entry.sessionId === sessionId),
    count: (tenant) => [...running].filter((entry) => entry.tenant === tenant).length,
    async end() {
      for (const { tenant, sessionId, over } of running) {
        // A session that was deleted meanwhile has nothing to stop.
        await stop(tenant, sessionId).catch(() => false);
        await over;
      }
    },
  };
}

/** Answers a chat and calls `given` with the response; resolves when the answer has ended. */
async function answerIn(
  session: Session,
  request: ChatRequest,
  given: (response: Response) => void,
): Promise<void> {
  let over: Promise<unknown> | undefined;
  const { instructions, abortSignal } = request;
  const response = await handleChat({
    session: reportingSession(session, request),
    model: request.model,
    body: request.body,
    tools: await toolsOf(session, request),
    call: {
      // Providers get URLs as they are; the server fetches nothing.
      experimental_download: async (files: readonly unknown[]) => files.map(() => null),
    },
    background(work) {
      over = work;
    },
    onError(error) {
      request.failed(error);
      return textForPage(error);
    },
    ...definedFields({ instructions, abortSignal }),
  });
  given(response);
  await over;
}

/** The part of an error that a page may know: that its own message cannot be sent. */
function textForPage(error: unknown): string {
  const { name, functionality } = error as { name?: string; functionality?: unknown };
  if (name !== 'AI_UnsupportedFunctionalityError' || typeof functionality !== 'string') {
    return 'The answer could not be completed.';
  }
  const what = functionality.slice(0, 200).toWellFormed();
  return `The model does not take this: ${what}. Edit the message that has it, or take it back.`;
}

/**
 * The session, which passes on the usage of every call: the SDK reports none of one that is
 * stopped.
 */
function reportingSession(session: Session, { used }: Pick<ChatRequest, 'used'>): Session {
  let request = session.state();
  return {
    ...session,
    prepare: (async (options?: PrepareOptions) => {
      const prepared = await session.prepare(options);
      request = prepared.state;
      return prepared;
    }) as Session['prepare'],
    async recordUsage(usage) {
      await session.recordUsage(usage);
      await used(usage, estimateTokens(request, session.state()));
    },
  };
}

async function toolsOf(session: Session, { tools, historyTools }: ChatRequest) {
  const { jsonSchema } = await import('ai');
  const own = Object.entries(tools).map(([name, { description, inputSchema }]) => [
    name,
    { ...definedFields({ description }), inputSchema: jsonSchema(inputSchema) },
  ]);
  return {
    ...(historyTools ? createHistoryTools({ session }) : {}),
    ...(Object.fromEntries(own) as Record<string, unknown>),
  };
}
