import { AbstractChat, type ChatState, DefaultChatTransport, type UIMessage } from 'ai';

class PlainState implements ChatState<UIMessage> {
  status: ChatState<UIMessage>['status'] = 'ready';
  error: Error | undefined = undefined;
  messages: UIMessage[] = [];

  pushMessage = (message: UIMessage): void => {
    this.messages = [...this.messages, message];
  };
  popMessage = (): void => {
    this.messages = this.messages.slice(0, -1);
  };
  replaceMessage = (index: number, message: UIMessage): void => {
    this.messages = this.messages.with(index, structuredClone(message));
  };
  snapshot = <Value>(value: Value): Value => structuredClone(value);
}

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
      state: new PlainState(),
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
    return this.messages.map(({ role, parts }) => {
      const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
      return `${role}: ${text}`;
    });
  }
}
