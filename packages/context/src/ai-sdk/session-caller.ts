import { toUsage, type Usage } from '@everlong/core';

import type { Session } from '../session/session.js';
import { answerMessage } from './answer-message.js';
import { appendNewMessages } from './append-new-messages.js';
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
}

export function createSessionCaller(session: Session, cacheBreakpoints: boolean): SessionCaller {
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
      if (message !== undefined) await session.append({ message, usage: billed });
      await session.recordUsage(billed);
      await session.endTurn();
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
