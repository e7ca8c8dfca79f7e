import { generateText, type LanguageModel, type ModelMessage, type UIMessage } from 'ai';
import {
  generateText as generateText6,
  type LanguageModel as LanguageModel6,
  type ModelMessage as ModelMessage6,
} from 'ai-6';

import { read, tools, write, write6, writeUi } from '../../src/ai-sdk/index.js';

declare const model: LanguageModel;
declare const model6: LanguageModel6;
const request = { instructions: 'Be brief.', messages: [{ role: 'user' as const, content: 'Hi' }] };

/** Written messages are what `ai` 7 takes. */
export async function loop(): Promise<unknown> {
  const { responseMessages } = await generateText({ model, ...write(request) });
  const messages: ModelMessage[] = write(read(responseMessages));
  const shown: UIMessage[] = writeUi(messages);
  return [shown, await generateText({ model, prompt: 'Hi', tools: tools([]) })];
}

/** The same for `ai` 6. */
export async function loop6(): Promise<unknown> {
  const { response } = await generateText6({ model: model6, ...write6(request) });
  const messages: ModelMessage6[] = write6(read(response.messages));
  return messages;
}
