import { toUsage, type Usage } from '@everlong/core';
import { checkOptions } from '@everlong/core/internal';

import type { Session } from '../session/session.js';
import { answerMessage } from './answer-message.js';
import { appendNewMessages } from './append-new-messages.js';
import { createCacheMarker } from './cache-marker.js';
import { collectAnswer } from './collect-answer.js';
import type {
  ProviderCall,
  ProviderContent,
  ProviderModel,
  ProviderResult,
  ProviderUsage,
} from './provider-model.js';
import { fromProviderPrompt, toProviderPrompt } from './provider-prompt.js';

export interface ContextMiddlewareOptions {
  session: Session;
  /** Whether Anthropic's cache markers are set; other providers ignore them. Default true. */
  cacheBreakpoints?: boolean;
}

/** For `wrapLanguageModel` of `ai` 6 and 7. */
export interface ContextMiddleware {
  readonly specificationVersion: 'v3';
  wrapGenerate<Call extends ProviderCall, Result extends ProviderResult>(options: {
    params: Call;
    model: ProviderModel & { doGenerate(call: Call): PromiseLike<Result> };
  }): Promise<Result>;
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
 * appended and its usage recorded when the call ends, and the turn is ended. A prompt that the provider finds too long is
 * made smaller and sent again. So the caller hands in new messages and keeps nothing; calls that
 * are not part of the conversation need the bare model. Rejects as `session.prepare` does.
 */
export function createContextMiddleware(options: ContextMiddlewareOptions): ContextMiddleware {
  checkOptions('createContextMiddleware', options, { session: true, cacheBreakpoints: true });
  const { session, cacheBreakpoints = true } = options;
  const mark = createCacheMarker(cacheBreakpoints);

  async function render<Call extends ProviderCall>(
    call: Call,
    model: ProviderModel,
  ): Promise<Call> {
    const { instructions, messages } = fromProviderPrompt(call.prompt);
    await appendNewMessages(session, messages);
    const tools = call.tools === undefined ? {} : { tools: call.tools };
    const { abortSignal } = call;
    const request = await session.prepare({ instructions, ...tools, abortSignal });
    return { ...call, prompt: await toProviderPrompt(mark(request), model) };
  }

  /** Sends the request, and as long as the session learns from an error, a smaller one. */
  async function send<Call extends ProviderCall, Result>(
    call: Call,
    model: ProviderModel,
    run: (call: Call) => PromiseLike<Result>,
  ): Promise<Result> {
    for (;;) {
      const rendered = await render(call, model);
      try {
        return await run(rendered);
      } catch (error) {
        if (!(await session.recover(error)).retry) throw error;
      }
    }
  }

  async function keep(content: readonly ProviderContent[], usage: ProviderUsage): Promise<void> {
    const message = answerMessage(content);
    const billed = usageOf(usage);
    if (message !== undefined) await session.append({ message, usage: billed });
    await session.recordUsage(billed);
    await session.endTurn();
  }

  return {
    specificationVersion: 'v3',

    async wrapGenerate({ params, model }) {
      const result = await send(params, model, (call) => model.doGenerate(call));
      await keep(result.content, result.usage);
      return result;
    },

    async wrapStream({ params, model }) {
      const result = await send(params, model, (call) => model.doStream(call));
      const answer = collectAnswer();
      const stream = result.stream.pipeThrough(
        new TransformStream({
          transform(part, controller) {
            answer.add(part);
            controller.enqueue(part);
          },
          async flush() {
            const { content, usage, failed } = answer;
            if (usage !== undefined && !failed) await keep(content, usage);
          },
        }),
      );
      return { ...result, stream };
    },
  };
}

function usageOf({ inputTokens, outputTokens }: ProviderUsage): Usage {
  return toUsage({
    inputTokens: inputTokens.total,
    outputTokens: outputTokens.total,
    inputTokenDetails: {
      cacheReadTokens: inputTokens.cacheRead,
      cacheWriteTokens: inputTokens.cacheWrite,
    },
    outputTokenDetails: { reasoningTokens: outputTokens.reasoning },
  });
}
