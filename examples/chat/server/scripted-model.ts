import type {
  LanguageModelV3,
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider';

/** About 4 characters a token, as far as a script needs to know. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * A model that needs no key: reads a page when it is asked for one, and then says a few sentences
 * about it.
 */
export const scriptedModel: LanguageModelV3 = {
  specificationVersion: 'v3', // of `ai` 6, which 7 takes too,
  provider: 'example',
  modelId: 'scripted',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('the scripted model only streams')),
  doStream: ({ prompt }) => {
    const stream = new ReadableStream<LanguageModelV3StreamPart>({
      start(controller) {
        for (const part of answer(prompt)) controller.enqueue(part);
        controller.close();
      },
    });
    return Promise.resolve({ stream });
  },
};

function* answer(prompt: LanguageModelV3Prompt): Generator<LanguageModelV3StreamPart> {
  const asked = /page (\d+)/i.exec(lastText(prompt))?.[1];
  const last = prompt.at(-1);
  yield { type: 'stream-start', warnings: [] };
  if (last?.role === 'user' && asked !== undefined) {
    const input = JSON.stringify({ page: Number(asked) });
    yield {
      type: 'tool-call',
      toolCallId: `page-${prompt.length}-${asked}`,
      toolName: 'readPage',
      input,
    };
  } else {
    yield { type: 'text-start', id: 'text' };
    const subject = asked === undefined ? 'That' : `Page ${asked}`;
    const text = `${subject} is noted. Its port is ${5000 + Number(asked ?? 0)}, and the rest is as expected.`;
    for (const delta of text.split(/(?<= )/)) yield { type: 'text-delta', id: 'text', delta };
    yield { type: 'text-end', id: 'text' };
  }
  const total = Math.ceil(JSON.stringify(prompt).length / CHARACTERS_PER_TOKEN);
  yield {
    type: 'finish',
    finishReason: {
      unified: last?.role === 'user' && asked !== undefined ? 'tool-calls' : 'stop',
      raw: undefined,
    },
    usage: {
      inputTokens: { total, noCache: total, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 40, text: 40, reasoning: 0 },
    },
  };
}

/** What the user said last. */
function lastText(prompt: LanguageModelV3Prompt): string {
  const user = prompt.findLast(({ role }) => role === 'user');
  if (user?.role !== 'user') return '';
  return user.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
