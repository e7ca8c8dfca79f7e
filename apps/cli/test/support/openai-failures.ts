import type { Failure } from './openai-server.js';

/** Errors as OpenAI and the servers that speak its protocol word them. */
export const failures = {
  /** The API reference's `context_length_exceeded`. */
  tooLongOpenAi: (maxTokens: number, tokens: number): Failure => ({
    status: 400,
    body: {
      error: {
        message:
          `This model's maximum context length is ${maxTokens} tokens. However, your messages ` +
          `resulted in ${tokens} tokens. Please reduce the length of the messages.`,
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
  }),

  /** vLLM's chat server, whose error is the body itself. */
  tooLongVllm: (maxTokens: number, tokens: number): Failure => ({
    status: 400,
    body: {
      object: 'error',
      message:
        `This model's maximum context length is ${maxTokens} tokens. However, you requested ` +
        `${tokens} tokens in the messages, Please reduce the length of the messages.`,
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
  }),

  /** llama.cpp's server. */
  tooLongLlamaCpp: (maxTokens: number, tokens: number): Failure => ({
    status: 400,
    body: {
      error: {
        code: 400,
        message:
          `request (${tokens} tokens) exceeds the available context size (${maxTokens} tokens), ` +
          'try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: tokens,
        n_ctx: maxTokens,
      },
    },
  }),

  badKey: (): Failure => ({
    status: 401,
    body: {
      error: {
        message: 'Incorrect API key provided: sk-test. You can find your API key in your account.',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
    },
  }),

  rateLimit: (retryAfterSeconds: number): Failure => ({
    status: 429,
    headers: { 'retry-after': String(retryAfterSeconds) },
    body: {
      error: {
        message: 'Rate limit reached for test-model. Please try again later.',
        type: 'requests',
        param: null,
        code: 'rate_limit_exceeded',
      },
    },
  }),

  /** Not worth a retry, so that tests of a failing server are quick. */
  broken: (): Failure => ({
    status: 500,
    headers: { 'retry-after': '0' },
    body: {
      error: {
        message: 'The server had an error while processing your request. Sorry about that!',
        type: 'server_error',
        param: null,
        code: null,
      },
    },
  }),
};
