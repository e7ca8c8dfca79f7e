import { createChatState, shownMessages } from '@everlong/testing';
import { AbstractChat, DefaultChatTransport, type UIMessage } from 'ai';

type Init = ConstructorParameters<typeof AbstractChat<UIMessage>>[0];

export interface PageOptions extends Pick<Init, 'sendAutomaticallyWhen' | 'onToolCall'> {
  /** Further fields of what is posted. */
  body?: object;
}

/** The AI SDK's own chat and transport, as `useChat` has them, with a server's route. */
export class PageChat extends AbstractChat<UIMessage> {
  constructor(
    { url, key, session }: { url: string; key: string; session: string },
    { body = {}, ...options }: PageOptions = {},
  ) {
    super({
      id: session,
      state: createChatState(),
      transport: new DefaultChatTransport({
        api: `${url}/v1/chat`,
        headers: { authorization: `Bearer ${key}` },
        body,
      }),
      onError(error) {
        throw error;
      },
      ...options,
    });
  }

  /** What the page shows, as `role: text`. */
  shown(): string[] {
    return shownMessages(this.messages);
  }
}
