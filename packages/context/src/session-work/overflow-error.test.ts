import { growthOf } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { readOverflowError } from '@everlong/core/internal';

/**
 * What providers answered, as users reported it: who, the text, the limit and the prompt it names.
 */
const overflows: readonly [who: string, text: string, limit?: number, prompt?: number][] = [
  [
    'OpenAI chat',
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 204308 tokens. Please reduce the length of the messages.",
    128_000,
    204_308,
  ],
  [
    'OpenAI chat with a completion',
    "This model's maximum context length is 4097 tokens. However, you requested 4120 tokens (3120 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.",
    4097,
    3120,
  ],
  [
    'OpenAI completions',
    "This model's maximum context length is 8191 tokens, however you requested 8238 tokens (8238 in your prompt; 0 for the completion). Please reduce your prompt; or completion length.",
    8191,
    8238,
  ],
  [
    'OpenAI responses',
    '{"type":"invalid_request_error","code":"context_length_exceeded","message":"Your input exceeds the context window of this model. Please adjust your input and try again.","param":"input"}',
  ],
  [
    'OpenAI, a minute in one request',
    'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 342389. The input or output tokens must be reduced in order to run successfully.',
    30_000,
    342_389,
  ],
  [
    'OpenAI, a text that is too long',
    "Invalid 'input[2].content[0].text': string too long. Expected a string with maximum length 10485760, but got a string with length 10485761 instead.",
  ],
  ['Anthropic', 'prompt is too long: 219898 tokens > 200000 maximum', 200_000, 219_898],
  [
    'Anthropic with output',
    'input length and `max_tokens` exceed context limit: 143653 + 64000 > 200000, decrease input length or `max_tokens` and try again',
    200_000,
    143_653,
  ],
  [
    'Anthropic, bytes',
    '{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}',
  ],
  [
    'Google',
    'The input token count (1054016) exceeds the maximum number of tokens allowed (1048576).',
    1_048_576,
    1_054_016,
  ],
  [
    'Google, older',
    'The input token count exceeds the maximum number of tokens allowed 1048575.',
    1_048_575,
  ],
  [
    'Mistral',
    'Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    32_768,
    65_673,
  ],
  [
    'Groq',
    'Request too large for model `llama-3.3-70b-versatile` in organization `org_01` service tier `on_demand` on tokens per minute (TPM): Limit 12000, Requested 14137, please reduce your message size and try again.',
    12_000,
    14_137,
  ],
  ['Groq, window', 'Please reduce the length of the messages or completion.'],
  ['Ollama', '{"error":"the input length exceeds the context length"}'],
  ['Ollama, newer', 'prompt too long; exceeded max context length by 4 tokens'],
  [
    'vLLM',
    "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, 10000 in the completion). Please reduce the length of the messages or completion.",
    16_384,
    112_946,
  ],
  [
    'vLLM, engine',
    'The prompt (total length 25938) is too long to fit into the model (context length 4096). Make sure that `max_model_len` is no smaller than the number of text tokens plus multimodal tokens.',
    4096,
    25_938,
  ],
  [
    'vLLM, decoder',
    'The decoder prompt (length 5136) is longer than the maximum model length of 4096. Make sure that `max_model_len` is no smaller than the number of text tokens.',
    4096,
    5136,
  ],
  [
    'SGLang',
    "The input (18000 tokens) is longer than the model's context length (16384 tokens).",
    16_384,
    18_000,
  ],
  [
    'LM Studio',
    'Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 7866 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input',
    7866,
    10_136,
  ],
  ['LM Studio, newer', 'Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)', 7424, 15_028],
  ['LM Studio, MLX', 'Context size has been exceeded.'],
  [
    'llama.cpp',
    '{"error":{"code":400,"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"exceed_context_size_error","n_prompt_tokens":14429,"n_ctx":8192}}',
    8192,
    14_429,
  ],
  [
    'llama.cpp, newer',
    'request (14429 tokens) exceeds the available context size (8192 tokens), try increasing it',
    8192,
    14_429,
  ],
  ['llama-cpp-python', 'Requested tokens (2285) exceed context window of 2048', 2048, 2285],
  [
    'OpenRouter',
    'This endpoint\'s maximum context length is 204800 tokens. However, you requested about 205432 tokens (81684 of text input, 3748 of tool input, 120000 in the output). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.',
    204_800,
    85_432,
  ],
  [
    'xAI',
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    131_072,
    537_812,
  ],
  ['GitHub Copilot', 'prompt token count of 128837 exceeds the limit of 128000', 128_000, 128_837],
  [
    'DeepSeek',
    "This model's maximum context length is 131072 tokens. However, you requested 131134 tokens (122942 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
    131_072,
    122_942,
  ],
  ['Moonshot', 'Invalid request: Your request exceeded model token limit: 262144', 262_144],
  ['MiniMax', 'invalid params, context window exceeds limit (2013)'],
  ['Zhipu', 'Prompt exceeds max length'],
  ['Volcano Ark', 'Input length 203743 exceeds the maximum length 202752', 202_752, 203_743],
  ['Bedrock', 'Input is too long for requested model.'],
  [
    'Bedrock, Claude',
    'The model returned the following errors: prompt is too long: 227255 tokens > 200000 maximum',
    200_000,
    227_255,
  ],
  [
    'Cerebras',
    'Please reduce the length of the messages or completion. Current length is 71238 while limit is 65536',
    65_536,
    71_238,
  ],
  [
    'TGI',
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 8000 `inputs` tokens and 512 `max_new_tokens`',
    8193,
    8000,
  ],
  [
    'Cohere',
    'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000. Try using a shorter prompt.',
    4081,
    5000,
  ],
  [
    'Cohere, older',
    'too many tokens: total number of tokens (prompt and prediction) cannot exceed 2048 - received 6354. Try using a shorter prompt or a smaller max_tokens value.',
    2048,
    6354,
  ],
  [
    'DashScope',
    '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 204800]',
    204_800,
  ],
  ['Google, bytes', 'Request payload size exceeds the limit: 20971520 bytes.'],
];

const others: readonly string[] = [
  'Too many tokens, please wait before trying again.',
  'Range of max_tokens should be [1, 8192]',
  'Rate limit reached for model `llama-3.1-8b-instant` on tokens per minute (TPM): Limit 6000, Used 5034, Requested 1443. Please try again in 4.77s.',
  "This request would exceed your organization's rate limit of 40,000 input tokens per minute. Please reduce the prompt length or the maximum tokens requested, or try again later.",
  'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude-sonnet-4-5',
  'max_tokens is too large: 20000. This model supports at most 16384 completion tokens, whereas you provided 20000.',
  'You exceeded your current quota. Quota exceeded for metric: generate_content_free_tier_input_token_count, limit: 250000',
  'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6000000 bytes > 5242880 bytes',
  'This request requires more credits, or fewer max_tokens. You requested up to 65536 tokens, but can only afford 1234.',
  'context deadline exceeded (Client.Timeout exceeded while awaiting headers)',
  'Overloaded',
  'Incorrect API key provided',
  'messages.166: tool_use ids were found without tool_result blocks immediately after',
  '',
];

describe('readOverflowError', () => {
  it.each(overflows)('reads %s', (_who, text, limitTokens, promptTokens) => {
    const { message, ...numbers } = readOverflowError(new Error(text)) ?? { message: undefined };
    expect(message).toBe(text.slice(0, 300));
    expect(numbers).toEqual({
      ...(limitTokens === undefined ? {} : { limitTokens }),
      ...(promptTokens === undefined ? {} : { promptTokens }),
    });
  });

  it.each(others)('leaves alone: %s', (text) => {
    expect(readOverflowError(new Error(text))).toBeUndefined();
  });

  it('reads the body, the cause and the last of several tries', () => {
    const text = 'prompt is too long: 219898 tokens > 200000 maximum';
    const wrapped = [
      text,
      { responseBody: JSON.stringify({ error: { message: text } }) },
      new Error('Bad Request', { cause: new Error(text) }),
      { message: 'Failed after 3 attempts', lastError: { message: 'x', responseBody: text } },
      { data: { error: { message: text } } },
      { error: { message: text } },
    ];
    for (const error of wrapped) {
      expect(readOverflowError(error)).toMatchObject({
        limitTokens: 200_000,
        promptTokens: 219_898,
      });
    }
  });

  it('takes any 413 for one', () => {
    expect(readOverflowError({ statusCode: 413, message: '' })).toBeDefined();
    expect(readOverflowError({ message: '', lastError: { status: 413 } })).toBeDefined();
  });

  it('reads anything without throwing', () => {
    const cyclic: { cause?: unknown; lastError?: unknown } = {};
    cyclic.cause = cyclic;
    cyclic.lastError = cyclic;
    for (const error of [undefined, null, 42, {}, [], cyclic, Symbol('x'), () => {}]) {
      expect(readOverflowError(error)).toBeUndefined();
    }
  });

  it.each([
    ['numbers', (size: number) => `context length ${'1,'.repeat(size / 2)}`],
    ['words', (size: number) => `exceeds the maximum ${'context '.repeat(size / 8)}`],
    ['beginnings', (size: number) => 'exceeds max '.repeat(size / 12)],
  ])('does linear work on a message of many %s', (_name, messageOf) => {
    const growth = growthOf(800_000, (size) => readOverflowError(new Error(messageOf(size))));
    expect(growth).toBeLessThan(3);
  });
});
