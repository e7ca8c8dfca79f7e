import { afterAll, afterEach, beforeAll, vi } from 'vitest';

// @boundaries-ignore the scripted provider of the command line's tests
import {
  type OpenAiServer,
  type RecordedRequest,
  type Reply,
  startOpenAiServer,
} from '../apps/cli/test/support/openai-server.ts';

/** A provider that the examples' model calls, with answers of the test's. */
export interface ScriptedProvider {
  /** The requests since the answers were last set. */
  readonly requests: readonly RecordedRequest[];
  /** From now on makes the answer to a request, given its number. */
  answerWith(answer: (index: number) => Reply): void;
  /** Runs an example with these answers, the last one repeated. Returns output and requests. */
  run(
    example: () => Promise<unknown>,
    ...answers: Reply[]
  ): Promise<{ printed: string; requests: RecordedRequest[] }>;
}

/** Starts the provider before the tests of this file, and stops it after them. */
export function useScriptedProvider(): ScriptedProvider {
  let server: OpenAiServer;
  let answer: (index: number) => Reply;

  beforeAll(async () => {
    server = await startOpenAiServer(() => answer(server.requests.length - 1));
    // The SDK's provider reads them once.
    vi.stubEnv('OPENAI_BASE_URL', server.url);
    vi.stubEnv('OPENAI_API_KEY', 'test');
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => server.close());

  function answerWith(next: (index: number) => Reply): void {
    server.requests.length = 0;
    answer = next;
  }

  return {
    get requests() {
      return server.requests;
    },
    answerWith,
    async run(example, ...answers) {
      answerWith((index) => answers[Math.min(index, answers.length - 1)] ?? { text: ['ok'] });
      const printed = await printedBy(example);
      return { printed, requests: [...server.requests] };
    },
  };
}

/** What an example prints. */
async function printedBy(example: () => Promise<unknown>): Promise<string> {
  let printed = '';
  vi.spyOn(console, 'log').mockImplementation((...words: unknown[]) => {
    const texts = words.map((word) => (typeof word === 'string' ? word : JSON.stringify(word)));
    printed += `${texts.join(' ')}\n`;
  });
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  await example();
  vi.restoreAllMocks();
  return printed;
}
