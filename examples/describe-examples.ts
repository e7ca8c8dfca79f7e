import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

// @boundaries-ignore the scripted provider of the command line's tests
import {
  type OpenAiServer,
  type RecordedRequest,
  type Reply,
  startOpenAiServer,
} from '../apps/cli/test/support/openai-server.ts';

// @boundaries-ignore the scripted chat of the engine's tests
import { BrowserlessChat } from '../packages/context/test/support/browserless-chat.ts';

let server: OpenAiServer;
/** Makes the answer to a request, given its number. */
let answer: (index: number) => Reply;

beforeAll(async () => {
  server = await startOpenAiServer(() => answer(server.requests.length - 1));
  // The SDK's provider reads them once.
  vi.stubEnv('OPENAI_BASE_URL', server.url);
  vi.stubEnv('OPENAI_API_KEY', 'test');
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

/** Runs an example against scripted answers, the last one repeated. Returns output and requests. */
async function run(
  example: () => Promise<unknown>,
  ...answers: Reply[]
): Promise<{ printed: string; requests: RecordedRequest[] }> {
  server.requests.length = 0;
  answer = (index) => answers[Math.min(index, answers.length - 1)] ?? { text: ['ok'] };
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
  return { printed, requests: [...server.requests] };
}

const call = (id: string, name: string, input: object): Reply => ({
  toolCalls: [{ id, name, input }],
});

/** The examples of the AI SDK, with whichever version of it is loaded. */
export function describeExamples(version: string): void {
  describe(`the examples with ${version}`, () => {
    it('plain-loop: goes through compactions and finds the first page again', async () => {
      const { printed, requests } = await run(() => import('./plain-loop.ts'), {
        text: ['Noted.'],
      });
      expect(requests).toHaveLength(12);
      expect(printed).toContain('"disposition":"summarized"');
      expect(printed).toMatch(/"seq":0.*1001/);
      expect(Number(/epoch (\d+)\n\{/.exec(printed)?.[1])).toBeGreaterThan(0);
    });

    it('remember: the second session is sent what the first one said', async () => {
      const { printed, requests } = await run(() => import('./remember.ts'), { text: ['Noted.'] });
      expect(requests).toHaveLength(2);
      const sent = JSON.stringify(requests[1]?.body.messages);
      expect(sent).toMatch(/Profile.*4711/);
      expect(sent).toContain('session monday');
      expect(printed).toContain("Heron's port is 4711");
    });

    it('stream-with-tools: streams, calls the tool, and sends the first turn again', async () => {
      const { printed, requests } = await run(
        () => import('./stream-with-tools.ts'),
        call('1', 'weather', { city: 'Bern' }),
        { text: ['It ', 'rains.'] },
        { text: ['Yes.'] },
      );
      expect(printed).toContain('It rains.\nYes.\n');
      expect(printed).toContain('5 assistant');
      const roles = requests.at(-1)?.body.messages.map(({ role }) => role);
      expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user']);
    });

    it('tool-loop-agent: every step fits, however many pages it reads', async () => {
      const calls = Array.from({ length: 20 }, (_, page) =>
        call(`page-${page}`, 'read_page', { page }),
      );
      const { printed, requests } = await run(() => import('./tool-loop-agent.ts'), ...calls, {
        text: ['Work.'],
      });
      expect(requests).toHaveLength(21);
      expect(printed).toContain('Work.\n21 steps');
      for (const { body } of requests) {
        expect(JSON.stringify(body.messages).length).toBeLessThan(4 * 4000);
      }
    });

    it('custom-store: counts what is kept', async () => {
      const { printed } = await run(() => import('./custom-store.ts'), { text: ['Because.'] });
      const counts = JSON.parse(printed) as Record<string, number>;
      expect(counts).toMatchObject({ entries: 20, inputs: 1 });
      expect(counts['compaction']).toBeGreaterThan(0);
    });

    it('custom-policy: starts afresh when half is full', async () => {
      const { printed } = await run(() => import('./custom-policy.ts'), { text: ['Because.'] });
      expect(printed).toContain('epoch 0: 1 messages, there is room');
      expect(printed).toMatch(/epoch [1-9]: \d+ messages, more than half is full/);
    });

    it('chat-route: regenerate, edit, stop, reload and two pages leave what the page shows', async () => {
      const { POST, GET, loadMessages } = await import('./chat-route.ts');
      server.requests.length = 0;
      const hangsAt = 8;
      answer = (index) => ({
        text: [`Answer ${index}.`, ' And'],
        ...(index === hangsAt ? { hangAfter: 1 } : {}),
      });
      const route = (body: unknown, signal: AbortSignal): Promise<Response> => {
        const json = JSON.stringify(body);
        const url = 'http://page.test/api/chat';
        return POST(new Request(url, { method: 'POST', body: json, signal }), 'chat-1');
      };
      const shownAfterReload = async (): Promise<string[]> =>
        new BrowserlessChat(route, await loadMessages('chat-1')).shown();
      /** The log holds what the page shows, and the newest request all of it but its answer. */
      const expectWhatIsShown = async (page: BrowserlessChat): Promise<void> => {
        expect(await shownAfterReload()).toEqual(page.shown());
        expect(spoken(server.requests.at(-1))).toEqual(page.shown().slice(0, -1));
      };

      const chat = new BrowserlessChat(route);
      for (let turn = 1; turn <= 6; turn++) await chat.sendMessage({ text: `Question ${turn}?` });
      expect(chat.messages).toHaveLength(12);
      await chat.regenerate();
      expect(chat.shown().at(-1)).toBe('assistant: Answer 6. And');
      await expectWhatIsShown(chat);
      await chat.sendMessage({ text: 'Edited?', messageId: chat.messages[2]?.id ?? '' });
      expect(chat.messages).toHaveLength(4);
      await expectWhatIsShown(chat);

      const stopped = chat.sendMessage({ text: 'Stopped?' });
      await expect.poll(() => chat.shown().at(-1)).toBe(`assistant: Answer ${hangsAt}.`);
      await chat.stop();
      await stopped;
      await expect.poll(shownAfterReload).toEqual(chat.shown());
      await chat.sendMessage({ text: 'And now?' });
      await expectWhatIsShown(chat);

      const reloaded = new BrowserlessChat(route, await loadMessages('chat-1'));
      await chat.sendMessage({ text: 'From the first page.' });
      await reloaded.sendMessage({ text: 'From the second page.' });
      expect(await shownAfterReload()).toEqual([...chat.shown(), ...reloaded.shown().slice(-2)]);
      expect(spoken(server.requests.at(-1))).toEqual((await shownAfterReload()).slice(0, -1));
      expect((await GET(new Request('http://page.test'), 'chat-1')).status).toBe(204);
    });
  });
}

/** What a request says after its instructions, as `role: text`. */
function spoken(request: RecordedRequest | undefined): string[] {
  const messages = request?.body.messages.filter(({ role }) => role !== 'system') ?? [];
  return messages.map(({ role, content }) => `${role}: ${String(content)}`);
}
