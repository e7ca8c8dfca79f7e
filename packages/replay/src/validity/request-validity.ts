import { type AdapterBodies, type AdapterRequest, createAdapterBody } from './adapter-bodies.js';
import {
  validateAnthropicMessages,
  validateGemini,
  validateOpenAIChat,
  validateOpenAIResponses,
  type Violation,
} from '@everlong/validators';

const validators: { [provider in keyof AdapterBodies]: (body: unknown) => Violation[] } = {
  anthropic: validateAnthropicMessages,
  openaiChat: validateOpenAIChat,
  openaiResponses: validateOpenAIResponses,
  gemini: validateGemini,
};

/**
 * Creates a function that returns the reasons why any of the four providers would refuse a request,
 * checked on the bodies of the real adapters; errors of the adapters are reasons too.
 */
export function createRequestValidator(): (request: AdapterRequest) => Promise<string[]> {
  const bodyOf = createAdapterBody();

  async function refusals(
    provider: keyof AdapterBodies,
    request: AdapterRequest,
  ): Promise<string[]> {
    let body: unknown;
    try {
      body = await bodyOf(provider, request);
    } catch (error) {
      return [`adapter ${provider}: ${error instanceof Error ? error.message : String(error)}`];
    }
    return validators[provider](body).map(
      ({ rule, path, message }) => `${rule} at ${path === '' ? 'the body' : path}: ${message}`,
    );
  }

  return async (request) => {
    const reasons: string[] = [];
    for (const provider of Object.keys(validators) as (keyof AdapterBodies)[]) {
      reasons.push(...(await refusals(provider, request)));
    }
    return reasons;
  };
}
