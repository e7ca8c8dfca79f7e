import type { BaseMessageLike } from '@langchain/core/messages';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';

import { read, write } from '../../src/langchain/index.js';

declare const model: BaseChatModel;

/** Written messages are what a model takes, and its answer can be read. */
export async function loop(): Promise<unknown> {
  const body = write({ instructions: 'Be brief.', messages: [{ role: 'user', content: 'Hi' }] });
  const answer = await model.invoke(body.messages);
  const messages: BaseMessageLike[] = write(read(answer));
  return messages;
}
