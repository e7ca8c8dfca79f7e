import { MockLanguageModelV4 } from 'ai/test';

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 10, text: 10, reasoning: 0 },
};

/** A model that answers with this text, or with what the function returns. */
export function speaking(answer: string | (() => Promise<string>)): MockLanguageModelV4 {
  return answering(() => (typeof answer === 'string' ? answer : answer()));
}

/** A model that answers with what the function makes of the words of the user's messages. */
export function answering(
  answer: (prompt: string) => string | Promise<string>,
): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const said = prompt.flatMap((message) => (message.role === 'user' ? message.content : []));
      const text = await answer(
        said.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
      );
      return {
        content: [{ type: 'text', text }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage,
        warnings: [],
      };
    },
  });
}
