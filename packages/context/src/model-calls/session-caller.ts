import { type JsonObject, toUsage, type Usage } from '@everlong/core';

import type { Session } from '../session-work/session.js';
import { answerMessage } from './answer-message.js';
import { keepPart } from './keep-part.js';
import { clientMetadata } from '../client-history/client-metadata.js';
import { appendNewMessages } from '../client-history/append-new-messages.js';
import { createCacheMarker } from '../request/cache-marker.js';
import type {
  ProviderCall,
  ProviderContent,
  ProviderModel,
  ProviderUsage,
} from './provider-model.js';
import { fromProviderPrompt, toProviderPrompt } from './provider-prompt.js';

/** Calls of a model whose prompts are rendered from one session's log. */
export interface SessionCaller {
  /** Sends the request, and as long as the session learns from an error, a smaller one. */
  send<Call extends ProviderCall, Result>(
    call: Call,
    model: ProviderModel,
    run: (call: Call) => PromiseLike<Result>,
  ): Promise<Result>;
  /** Appends an answer, records its usage and ends the turn. */
  keep(content: readonly ProviderContent[], usage: ProviderUsage): Promise<void>;
  /** Appends the text of a stopped or failed answer; nothing where it has none. */
  keepPart(content: readonly ProviderContent[], incomplete: 'stopped' | 'failed'): Promise<void>;
}

export interface SessionCallerOptions {
  cacheBreakpoints: boolean;
  /** The id that a client has for the answer. */
  answerId: string | undefined;
}

export function createSessionCaller(
  session: Session,
  { cacheBreakpoints, answerId }: SessionCallerOptions,
): SessionCaller {
  const mark = createCacheMarker(cacheBreakpoints);
  let answers = 0;
  const metadata = (): JsonObject =>
    answerId === undefined ? {} : clientMetadata(answerId, answers++);

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

  return {
    async send(call, model, run) {
      for (;;) {
        const rendered = await render(call, model);
        try {
          return await run(rendered);
        } catch (error) {
          if (!(await session.recover(error)).retry) throw error;
        }
      }
    },

    async keep(content, usage) {
      const message = answerMessage(content);
      const billed = usageOf(usage);
      if (message !== undefined) {
        await session.append({ message, usage: billed, metadata: metadata() });
      }
      await session.recordUsage(billed);
      await session.endTurn();
    },

    keepPart: (content, incomplete) => keepPart(session, content, { incomplete, metadata }),
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
