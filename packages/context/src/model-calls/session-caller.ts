import type { JsonObject } from '@everlong/core';

import type { Session } from '../session-work/session.js';
import { answerMessage } from './answer-message.js';
import { type CallRendererOptions, createCallRenderer } from './call-renderer.js';
import { keepPart } from './keep-part.js';
import { clientMetadata } from '../ui-messages/client-metadata.js';
import type {
  ProviderCall,
  ProviderContent,
  ProviderModel,
  ProviderUsage,
} from './provider-model.js';
import { usageOf } from './provider-usage.js';

/** Calls of a model whose prompts are rendered from one session's log. */
export interface SessionCaller {
  /** Sends the request, and as long as the session learns from an error, a smaller one. */
  send<Call extends ProviderCall, Result>(
    call: Call,
    model: ProviderModel,
    run: (call: Call) => PromiseLike<Result>,
    how?: { streamed: boolean },
  ): Promise<Result>;
  /** Appends an answer, records its usage and ends the turn. */
  keep(content: readonly ProviderContent[], usage: ProviderUsage): Promise<void>;
  /** Appends the text of a stopped or failed answer, if it has any, and records its usage. */
  keepPart(
    content: readonly ProviderContent[],
    incomplete: 'stopped' | 'failed',
    usage: ProviderUsage | undefined,
  ): Promise<void>;
}

export interface SessionCallerOptions extends CallRendererOptions {
  /** The id that a client has for the answer. */
  answerId: string | undefined;
}

export function createSessionCaller(
  session: Session,
  { answerId, ...options }: SessionCallerOptions,
): SessionCaller {
  const render = createCallRenderer(session, options);
  let answers = 0;
  const metadata = (): JsonObject =>
    answerId === undefined ? {} : clientMetadata(answerId, answers++);

  return {
    async send(call, model, run, { streamed } = { streamed: false }) {
      for (;;) {
        const rendered = await render(call, model, streamed);
        try {
          return await run(rendered);
        } catch (error) {
          // The request went out: who stops it early is billed all the same.
          if (call.abortSignal?.aborted === true) await session.recordUsage('unknown');
          if (!(await session.recover(error)).retry) throw error;
        }
      }
    },

    async keep(content, usage) {
      const message = answerMessage(content);
      const billed = usageOf(usage);
      if (message !== undefined) {
        const usageOfEntry = billed === undefined ? {} : { usage: billed };
        await session.append({ message, ...usageOfEntry, metadata: metadata() });
      }
      await session.recordUsage(billed ?? 'unknown');
      await session.endTurn();
    },

    async keepPart(content, incomplete, usage) {
      await keepPart(session, content, { incomplete, metadata });
      const billed = usage === undefined ? undefined : usageOf(usage);
      await session.recordUsage(billed ?? 'unknown');
    },
  };
}
