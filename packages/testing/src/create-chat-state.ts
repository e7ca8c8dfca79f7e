interface ShownMessage {
  role: string;
  parts: readonly { type: string; text?: string }[];
}

/** The state of an AI SDK `AbstractChat` that nobody renders. */
export interface PlainChatState<Message> {
  status: 'submitted' | 'streaming' | 'ready' | 'error';
  error: Error | undefined;
  messages: Message[];
  pushMessage(message: Message): void;
  popMessage(): void;
  replaceMessage(index: number, message: Message): void;
  snapshot<Value>(value: Value): Value;
}

/**
 * Makes the state that `useChat` keeps for a page, without React: `messages` are there from the
 * start.
 */
export function createChatState<Message>(messages: Message[] = []): PlainChatState<Message> {
  const state: PlainChatState<Message> = {
    status: 'ready',
    error: undefined,
    messages,
    pushMessage(message) {
      state.messages = [...state.messages, message];
    },
    popMessage() {
      state.messages = state.messages.slice(0, -1);
    },
    replaceMessage(index, message) {
      state.messages = state.messages.with(index, structuredClone(message));
    },
    snapshot: (value) => structuredClone(value),
  };
  return state;
}

/** The messages as a page shows them, as `role: text`. */
export function shownMessages(messages: readonly ShownMessage[]): string[] {
  return messages.map(({ role, parts }) => {
    const text = parts.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
    return `${role}: ${text}`;
  });
}
