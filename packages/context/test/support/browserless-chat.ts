import { createChatState, shownMessages } from '@everlong/testing';
import {
  AbstractChat,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type UIMessage,
} from 'ai';

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
      state: createChatState(messages),
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
    return shownMessages(this.messages);
  }
}
