import { checkOptions } from '@everlong/core/internal';

import { checkSession } from '../config/check-parts.js';
import type { Session } from '../session-work/session.js';
import type { ProviderCall, ProviderModel, ProviderResult } from './provider-model.js';
import { createSessionCaller } from './session-caller.js';
import { watchAnswer } from './watch-answer.js';

/** Options of `createContextMiddleware`. */
export interface ContextMiddlewareOptions {
  /** The session that the model speaks from. */
  session: Session;
  /** Whether cache markers of Anthropic and OpenAI are set; others ignore them. Default true. */
  cacheBreakpoints?: boolean;
  /** Whether tools wait to be found with `tool_search` (see `createToolSearch`). Default false. */
  deferTools?: boolean;
  /**
   * Whether changed instructions and tools are said in `system` messages, where the model takes
   * them. Default: with Anthropic's adapter for `ai` 7; that for `ai` 6 takes them since 3.0.140.
   */
  systemMessages?: boolean;
  /** The id that a client has for the answer: kept in `metadata.client` of its entries. */
  answerId?: string;
}

/** For `wrapLanguageModel` of `ai` 6 and 7. */
export interface ContextMiddleware {
  readonly specificationVersion: 'v3';
  /** Replaces the call's prompt by the session's request, and appends the answer. */
  wrapGenerate<Call extends ProviderCall, Result extends ProviderResult>(options: {
    params: Call;
    model: ProviderModel & { doGenerate(call: Call): PromiseLike<Result> };
  }): Promise<Result>;
  /** The same for a streamed answer, appended when the stream ends. */
  wrapStream<
    Call extends ProviderCall,
    Part extends { type: string },
    Result extends { stream: ReadableStream<Part> },
  >(options: {
    params: Call;
    model: ProviderModel & {
      doStream(call: Call): PromiseLike<Result & { stream: ReadableStream<Part> }>;
    };
  }): Promise<Result>;
}

/**
 * Makes a model speak from a session. Before each call the messages that the prompt adds to the
 * session's log are appended, and the prompt is rendered from the log instead; the answer is
 * appended, its usage recorded and the turn ended when the call ends. A prompt that the provider
 * finds too long is made smaller and sent again. So the caller passes new messages and keeps
 * nothing; calls that are not part of the conversation need the bare model. A history that leaves
 * off what the log holds, or ends in another question, withdraws that (see `syncMessages`). Of an
 * answer that is stopped or breaks off in mid-stream the text is kept, with
 * `metadata.incomplete: 'stopped' | 'failed'`, and its usage if the provider reported it: if not,
 * the call counts in `spend.unreportedCalls`. Throws `ConfigError` for an unknown option; calls
 * reject as `session.prepare` does.
 */
export function createContextMiddleware(options: ContextMiddlewareOptions): ContextMiddleware {
  checkOptions<ContextMiddlewareOptions>('createContextMiddleware', options, {
    session: true,
    cacheBreakpoints: true,
    deferTools: true,
    systemMessages: true,
    answerId: true,
  });
  checkSession('createContextMiddleware', options, ['append', 'prepare']);
  const {
    session,
    cacheBreakpoints = true,
    deferTools = false,
    systemMessages,
    answerId,
  } = options;
  const render = { cacheBreakpoints, deferTools, systemMessages };
  const caller = createSessionCaller(session, { ...render, answerId });
  return {
    specificationVersion: 'v3',

    async wrapGenerate({ params, model }) {
      const result = await caller.send(params, model, (call) => model.doGenerate(call));
      await caller.keep(result.content, result.usage);
      return result;
    },

    async wrapStream({ params, model }) {
      const ask = (call: typeof params) => model.doStream(call);
      const result = await caller.send(params, model, ask, { streamed: true });
      const stream = watchAnswer(
        result.stream,
        params.abortSignal,
        async ({ content, usage }, outcome) => {
          if (outcome === 'complete' && usage !== undefined) await caller.keep(content, usage);
          else await caller.keepPart(content, outcome === 'stopped' ? 'stopped' : 'failed', usage);
        },
      );
      return { ...result, stream };
    },
  };
}
