import type { ManagedMessage } from './managed-message.js';
import type { MessageForm } from './message-adapter.js';
import { modelMessageForm } from './model-message-adapter.js';
import { uiMessageForm } from './ui-message-adapter.js';

/** The form of a list's messages; an empty list has either. */
export function formOf(messages: readonly ManagedMessage[]): MessageForm {
  return messages.some((message) => 'parts' in message) ? uiMessageForm : modelMessageForm;
}
