import {
  AbstractChat,
  type ChatState,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type UIMessage,
} from 'ai';

class PlainState implements ChatState<UIMessage> {
  status: ChatState<UIMessage>['status'] = 'ready';
  error: Error | undefined = undefined;
  messages: UIMessage[];

  constructor(messages: UIMessage[]) {
    this.messages = messages;
  }

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

/** What a page posts to the route, and its signal. */
interface PostedChat {
  messages: UIMessage[];
  trigger: string;
  messageId?: string;
}

export type Route = (body: PostedChat, signal: AbortSignal) => Promise<Response>;

/** The AI SDK's chat without a browser: its requests go to a function. */
export class BrowserlessChat extends AbstractChat<UIMessage> {
  constructor(
    route: Route,
    messages: UIMessage[] = [],
    options: { sendAutomatically?: boolean } = {},
  ) {
    let ids = 0;
    const page = Math.random().toString(36).slice(2, 8);
    super({
      state: new PlainState(messages),
      generateId: () => `${page}-${ids++}`,
      transport: new DefaultChatTransport({
        api: 'http://page.test/api/chat',
        fetch: async (_url, init) =>
          route(
            JSON.parse(init?.body as string) as PostedChat,
            init?.signal ?? AbortSignal.any([]),
          ),
      }),
      ...(options.sendAutomatically === true
        ? { sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses }
        : {}),
      onError(error) {
        throw error;
      },
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
