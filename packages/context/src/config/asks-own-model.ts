import type { SessionConfig } from './session-config.js';
import { isSameModel } from '../rendering/same-model.js';

/** Whether the summarizer asks the model that the session is for. */
export function asksOwnModel({
  model,
  summarizer,
}: Pick<SessionConfig, 'model' | 'summarizer'>): boolean {
  return model !== undefined && isSameModel(model, summarizer.model);
}
