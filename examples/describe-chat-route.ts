import { describe, expect, it } from 'vitest';

// @boundaries-ignore the scripted provider of the command line's tests
import type { RecordedRequest } from '../apps/cli/test/support/openai-server.ts';

// @boundaries-ignore the scripted chat of the engine's tests
import { BrowserlessChat, type Route } from '../packages/context/test/support/browserless-chat.ts';
import type { ScriptedProvider } from './scripted-provider.ts';

const CHAT_URL = 'http://page.test/api/chat';

/** The number of the answer that hangs. */
const HANGS_AT = 8;

/** The example's route, called by pages without a browser. */
export function describeChatRoute(version: string, provider: ScriptedProvider): void {
  describe(`the chat route with ${version}`, () => {
    it('chat-route: regenerate, edit, stop, reload and two pages leave what the page shows', async () => {
      provider.answerWith((index) => ({
        text: [`Answer ${index}.`, ' And'],
        ...(index === HANGS_AT ? { hangAfter: 1 } : {}),
      }));
      const { POST, GET, loadMessages } = await import('./chat-route.ts');
      const route: Route = (body, signal) =>
        POST(
          new Request(CHAT_URL, { method: 'POST', body: JSON.stringify(body), signal }),
          'chat-1',
        );
      const loadPage = async (): Promise<BrowserlessChat> =>
        new BrowserlessChat(route, await loadMessages('chat-1'));
      const shownAfterReload = async (): Promise<string[]> => (await loadPage()).shown();
      /** The log holds what the page shows, and the newest request all of it but its answer. */
      const expectWhatIsShown = async (page: BrowserlessChat): Promise<void> => {
        expect(await shownAfterReload()).toEqual(page.shown());
        expect(spoken(provider.requests.at(-1))).toEqual(page.shown().slice(0, -1));
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
      await expect.poll(() => chat.shown().at(-1)).toBe(`assistant: Answer ${HANGS_AT}.`);
      await chat.stop();
      await stopped;
      await expect.poll(shownAfterReload).toEqual(chat.shown());
      await chat.sendMessage({ text: 'And now?' });
      await expectWhatIsShown(chat);

      const reloaded = await loadPage();
      await chat.sendMessage({ text: 'From the first page.' });
      await reloaded.sendMessage({ text: 'From the second page.' });
      expect(await shownAfterReload()).toEqual([...chat.shown(), ...reloaded.shown().slice(-2)]);
      expect(spoken(provider.requests.at(-1))).toEqual((await shownAfterReload()).slice(0, -1));
      expect((await GET(new Request(CHAT_URL), 'chat-1')).status).toBe(204);
    });
  });
}

/** What a request says after its instructions, as `role: text`. */
function spoken(request: RecordedRequest | undefined): string[] {
  const messages = request?.body.messages.filter(({ role }) => role !== 'developer') ?? [];
  return messages.map(({ role, content }) => `${role}: ${String(content)}`);
}
