import { type ModelMessage, toUsage, type Usage } from '@everlong/core';
import type { PreparedRequest } from '@everlong/context';
import { isStepCount, type LanguageModelUsage, streamText } from 'ai';
import { callOptions } from '../setup/model-provider.js';
import { announceRetries } from './announce-retries.js';
import { createPartialMessages } from './partial-messages.js';
import type { TurnOptions } from './turn.js';

/** How often a call is retried after a temporary failure. */
const maxRetries = 2;

/** The outcome of one model call and its tool calls. `messages` are the ones to store. */
export type StepOutcome =
  | {
      status: 'complete';
      messages: ModelMessage[];
      text: string;
      finishReason: string;
      usage: LanguageModelUsage;
      /** `undefined` if the provider reported none. */
      storedUsage: Usage | undefined;
    }
  | { status: 'interrupted'; messages: ModelMessage[] }
  | { status: 'failed'; messages: ModelMessage[]; error: unknown };

type StepOptions = Pick<
  TurnOptions,
  'session' | 'model' | 'tools' | 'settings' | 'signal' | 'onEvent'
>;

/** Streams one answer to a prepared request, and runs its tool calls. Never rejects. */
export async function runStep(
  { session, model, tools, settings, signal, onEvent }: StepOptions,
  request: PreparedRequest,
): Promise<StepOutcome> {
  const partial = createPartialMessages();
  const result = streamText({
    model: announceRetries(model, maxRetries, (reason) => onEvent({ type: 'call-again', reason })),
    maxRetries,
    instructions: request.instructions,
    messages: request.messages,
    tools,
    stopWhen: isStepCount(1),
    providerOptions: callOptions(session.id),
    // Errors come as parts of the stream; the default would print them.
    onError() {},
    ...settings,
    ...(signal === undefined ? {} : { abortSignal: signal }),
  });
  try {
    for await (const part of result.stream) {
      partial.add(part);
      if (part.type === 'error') {
        return { status: 'failed', messages: partial.messages(), error: part.error };
      }
      if (part.type === 'abort') return { status: 'interrupted', messages: partial.messages() };
      if (part.type === 'text-delta') onEvent({ type: 'text', text: part.text });
      if (part.type === 'tool-call') {
        const { toolCallId: id, toolName: name, input } = part;
        onEvent({ type: 'tool-call', id, name, input });
      }
      if (part.type === 'tool-result' || part.type === 'tool-error') {
        const { toolCallId: id, toolName: name } = part;
        const failed = part.type === 'tool-error';
        const output = failed ? part.error : part.output;
        onEvent({ type: 'tool-result', id, name, output, failed });
      }
    }
    const step = await result.finalStep;
    // Some adapters report an error as a finish reason.
    if (step.finishReason === 'error') {
      const error = new Error('The provider ended the answer with an error.');
      return { status: 'failed', messages: partial.messages(), error };
    }
    return {
      status: 'complete',
      messages: step.response.messages,
      text: step.text,
      finishReason: step.finishReason,
      usage: step.usage,
      storedUsage: step.usage.inputTokens ? toUsage(step.usage) : undefined,
    };
  } catch (error) {
    const status = signal?.aborted === true ? 'interrupted' : 'failed';
    return status === 'interrupted'
      ? { status, messages: partial.messages() }
      : { status, messages: partial.messages(), error };
  }
}
