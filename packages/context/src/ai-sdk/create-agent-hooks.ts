import type { LanguageModelUsage, ModelMessage } from '@everlong/core';

import { appendNewMessages } from '../client-history/append-new-messages.js';
import { watchModel } from '../model-calls/watch-model.js';
import {
  checkStepOptions,
  createPrepareStep,
  type PrepareStep,
  type PrepareStepOptions,
} from './prepare-step.js';

/** Options for `generateText`, `streamText` and `ToolLoopAgent`, to spread. */
export interface AgentHooks {
  /** Makes each step's request; see `createPrepareStep`. */
  prepareStep: PrepareStep;
  /** Of `ai` 7: books the step's usage and keeps its messages, the last answer too. */
  onStepEnd(step: StepEvent): Promise<void>;
  /** The same for `ai` 6. */
  onStepFinish(step: StepEvent): Promise<void>;
}

/** What both versions say of a step. */
interface StepEvent {
  usage: LanguageModelUsage;
  response: { messages: readonly object[] };
}

/**
 * All that a tool loop without a wrapped model needs, to spread into its options: each step is
 * rendered from the log, and what it brought is appended with its usage when it ends, so that no
 * answer is lost. Of an answer that is stopped or breaks off in mid-stream the text is kept, with
 * `metadata.incomplete: 'stopped' | 'failed'`.
 */
export function createAgentHooks(options: PrepareStepOptions): AgentHooks {
  checkStepOptions('createAgentHooks', options);
  const prepareStep = createPrepareStep(options);
  const { session } = options;
  /** Both callbacks are called by a version that knows both names. */
  const seen = new WeakSet<object>();
  const keep = async ({ usage, response }: StepEvent): Promise<void> => {
    if (seen.has(response)) return;
    seen.add(response);
    const messages = response.messages as readonly ModelMessage[];
    await appendNewMessages(session, messages);
    await session.recordUsage(usage);
  };
  return {
    async prepareStep(step) {
      const prepared = await prepareStep(step);
      const model = watchModel(step.model, session);
      return model === undefined ? prepared : { ...prepared, model: model as never };
    },
    onStepEnd: keep,
    onStepFinish: keep,
  };
}
