import type { ManagedMessage } from './managed-message.js';
import type { MessageAdapter } from './message-adapter.js';
import { modelMessageAdapter } from './model-message-adapter.js';
import { uiMessageAdapter } from './ui-message-adapter.js';

/** The adapter for a list; an empty list has either. */
export function adapterOf(messages: readonly ManagedMessage[]): MessageAdapter {
  return messages.some((message) => 'parts' in message) ? uiMessageAdapter : modelMessageAdapter;
}
