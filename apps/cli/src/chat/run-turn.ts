import type { ContextState, PreparedRequest } from '@everlong/context';
import { ContextOverflowError } from '@everlong/core';
import type { ToolSet } from 'ai';
import { errorText } from '../errors/error-text.js';
import { describeProviderError, isForeignAnswer } from '../errors/provider-error.js';
import { runStep, type StepOutcome } from './run-step.js';
import { compactionBetween, type TurnOptions, type TurnResult } from './turn.js';

/** How often one turn retries with a smaller request after the provider rejected its length. */
const maxRecoveries = 4;

/**
 * Lets the model answer the session's newest message: calls it and runs its tool calls until it is
 * done. Complete parts are stored at once, even if the turn is interrupted.
 */
export async function runTurn(options: TurnOptions): Promise<TurnResult> {
  const { session, onEvent, signal } = options;
  let seen = options.seen ?? gaugeOf(options);
  let recoveries = 0;
  for (let steps = 0; steps < options.maxSteps;) {
    if (signal?.aborted === true) return { status: 'interrupted' };
    const prepared = await prepare({ ...options, seen });
    if ('status' in prepared) return prepared;
    const { request, tools } = prepared;
    seen = request.state;
    const outcome = await runStep({ ...options, tools }, request);
    await keep(options, outcome);
    if (outcome.status === 'interrupted') return { status: 'interrupted' };
    if (outcome.status === 'failed') {
      const recovery = await session.recover(outcome.error);
      if (!recovery.retry || recoveries >= maxRecoveries) {
        const isNoAnswer = outcome.messages.length === 0 && isForeignAnswer(outcome.error);
        return failure(outcome.error, recovery.overflow, isNoAnswer ? hintOf(options) : '');
      }
      recoveries++;
      onEvent({ type: 'retry', reason: describeProviderError(outcome.error).message });
      continue;
    }
    steps++;
    onEvent({ type: 'step', usage: outcome.usage, messages: outcome.messages });
    if (outcome.finishReason !== 'tool-calls') {
      const { text, finishReason, usage } = outcome;
      return { status: 'done', text, finishReason, usage };
    }
  }
  return { status: 'step-limit', steps: options.maxSteps };
}

/** A request, and the tools that go with it. */
interface Prepared {
  request: PreparedRequest;
  tools: ToolSet;
}

function gaugeOf({ session, instructions, tools }: TurnOptions): ContextState {
  return session.state({ instructions, tools });
}

async function prepare(
  options: TurnOptions & { seen: ContextState },
): Promise<Prepared | TurnResult> {
  const { session, instructions, tools, seen, onEvent, signal } = options;
  const now = gaugeOf(options);
  try {
    const inputs = { instructions, tools, streamed: true };
    const request = await session.prepare({ ...inputs, abortSignal: signal });
    const compaction = compactionBetween(now.epoch === seen.epoch ? now : seen, request.state);
    if (compaction !== undefined) onEvent(compaction);
    onEvent({ type: 'request', request });
    return { request, tools };
  } catch (error) {
    if (signal?.aborted === true) return { status: 'interrupted' };
    if (!ContextOverflowError.isInstance(error)) throw error;
    if (error.part === 'tools' && options.toolsOptional === true) {
      onEvent({ type: 'without-tools' });
      return prepare({ ...options, tools: {}, toolsOptional: false });
    }
    return { status: 'overflow', message: error.message };
  }
}

/** Stores the messages of a step; partial ones are marked as interrupted. */
async function keep(options: TurnOptions, outcome: StepOutcome): Promise<void> {
  const { session, modelName, createEntryId } = options;
  const metadata =
    outcome.status === 'complete'
      ? {}
      : {
          metadata: {
            interrupted: outcome.status === 'failed' ? errorText(outcome.error) : 'by the user',
          },
        };
  const usage = outcome.status === 'complete' ? outcome.storedUsage : undefined;
  if (outcome.messages.length > 0) {
    await session.append(
      outcome.messages.map((message) => ({
        message,
        ...(createEntryId === undefined ? {} : { id: createEntryId() }),
        ...metadata,
        ...(message.role === 'assistant' ? { model: modelName } : {}),
        ...(message.role === 'assistant' && usage !== undefined ? { usage } : {}),
      })),
    );
  }
  // An answer that had begun is billed, however it ended.
  const isBilled = outcome.status !== 'failed' || outcome.messages.length > 0;
  if (isBilled) await session.recordUsage(usage ?? 'unknown');
}

/** What to look at when something answered that does not speak the provider's protocol. */
function hintOf({ modelName }: TurnOptions): string {
  if (!modelName.startsWith('openai-compatible/')) return '';
  return '\nWhat answered does not speak the chat protocol of OpenAI. Check the base URL: it often ends in /v1.';
}

function failure(error: unknown, isOverflow: boolean, hint: string): TurnResult {
  const { message, status } = describeProviderError(error);
  if (isOverflow) return { status: 'overflow', message };
  return {
    status: 'provider-error',
    message: message + hint,
    ...(status === undefined ? {} : { httpStatus: status }),
  };
}
