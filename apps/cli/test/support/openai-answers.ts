/** What the model answers: text in pieces, then tool calls, then usage. */
export interface Answer {
  text?: readonly string[];
  toolCalls?: readonly { id: string; name: string; input: object }[];
  usage?: { prompt: number; completion: number; cached?: number };
  /** Default: what the answer holds. */
  finishReason?: 'length' | 'content_filter';
  /** The connection is cut instead of sending this chunk (0 is the first one). */
  cutAfter?: number;
  /** Nothing more is sent from this chunk on, and the connection stays open. */
  hangAfter?: number;
  chunkDelayMs?: number;
  /** An error that comes in the stream, after the text, with status 200. */
  error?: string;
}

/** The answer as the body of a request without `stream`. */
export function completionBody(answer: Answer, model: string): object {
  return {
    id: 'chatcmpl-test',
    object: 'chat.completion',
    created: 1_760_000_000,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.text?.join('') ?? null,
          ...(answer.toolCalls === undefined ? {} : { tool_calls: toolCalls(answer) }),
        },
        finish_reason: finishReason(answer),
      },
    ],
    usage: usage(answer),
  };
}

/** The answer as the events of a stream: one for each text and each call, the finish, the usage. */
export function completionChunks(answer: Answer, model: string): object[] {
  const deltas = [
    ...(answer.text ?? []).map((content, index) =>
      index === 0 ? { role: 'assistant', content } : { content },
    ),
    ...toolCalls(answer).map((call) => ({ tool_calls: [call] })),
  ];
  if (answer.error !== undefined) {
    const said = deltas.map((delta) => deltaChunk(delta, model));
    return [...said, { error: { message: answer.error, type: 'server_error' } }];
  }
  const base = chunkBase(model);
  return [
    ...deltas.map((delta) => deltaChunk(delta, model)),
    { ...base, choices: [{ index: 0, delta: {}, finish_reason: finishReason(answer) }] },
    { ...base, choices: [], usage: usage(answer) },
  ];
}

function chunkBase(model: string): object {
  return { id: 'chatcmpl-test', object: 'chat.completion.chunk', created: 1, model };
}

function deltaChunk(delta: object, model: string): object {
  return { ...chunkBase(model), choices: [{ index: 0, delta, finish_reason: null }] };
}

function toolCalls(answer: Answer): object[] {
  return (answer.toolCalls ?? []).map(({ id, name, input }, index) => ({
    index,
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
}

function finishReason(answer: Answer): string {
  return answer.finishReason ?? (answer.toolCalls === undefined ? 'stop' : 'tool_calls');
}

function usage(answer: Answer): object {
  const { prompt, completion, cached = 0 } = answer.usage ?? { prompt: 10, completion: 5 };
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached },
  };
}
