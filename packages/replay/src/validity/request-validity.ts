import type { AdapterBodies, AdapterRequest } from './adapter-bodies.js';
import { createAdapterBodies } from './adapter-bodies.js';
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
 * Makes a function that says why any of the four providers would refuse a request, judged by the
 * bodies that the real adapters write; an adapter that refuses the request is a reason too.
 */
export function createRequestValidator(): (request: AdapterRequest) => Promise<string[]> {
  const bodiesOf = createAdapterBodies();
  return async (request) => {
    let bodies: AdapterBodies;
    try {
      bodies = await bodiesOf(request);
    } catch (error) {
      return [`adapter: ${error instanceof Error ? error.message : String(error)}`];
    }
    return Object.entries(validators).flatMap(([provider, validate]) =>
      validate(bodies[provider as keyof AdapterBodies]).map(
        ({ rule, path, message }) => `${rule} at ${path === '' ? 'the body' : path}: ${message}`,
      ),
    );
  };
}
