import type { AiSdkLanguageModel } from '@everlong/core';
import { untilAborted } from '@everlong/core/internal';
import type { LanguageModel } from 'ai';

import {
  type AskedMessage,
  factInstructions,
  factQuestion,
  type KnownFact,
} from './fact-question.js';
import { loadAiSdk } from '../scope/load-ai-sdk.js';
import { type ProposedFact, readProposals } from './read-proposals.js';

/**
 * Asks a model once for facts in messages. Keeps only those whose quote is in its message byte for
 * byte; ignores everything else the model says.
 */
export async function askForFacts(
  model: AiSdkLanguageModel,
  messages: readonly AskedMessage[],
  known: readonly KnownFact[],
  signal: AbortSignal,
): Promise<ProposedFact[]> {
  const { generateText } = await loadAiSdk();
  signal.throwIfAborted();
  const call = generateText({
    model: model as LanguageModel,
    instructions: factInstructions,
    // The name of the instructions in AI SDK 6.
    system: factInstructions,
    prompt: factQuestion(messages, known),
    maxRetries: 1,
    abortSignal: signal,
  });
  const { text } = await untilAborted(call, signal);
  return readProposals(text, messages, known);
}
