import { nearestName } from '@everlong/core/internal';

import type { ModelInfo } from './model-info.js';
import { findModel, listModels } from './model-registry.js';

/**
 * The known model that an unknown name most likely misspells. A new model differs from known ones
 * in its numbers, so names with other numbers are other models.
 */
export function nearestModel(name: string): ModelInfo | undefined {
  if (findModel(name) !== undefined) return undefined;
  const numbers = numbersOf(name);
  const models = listModels().filter((model) => numbersOf(model.name) === numbers);
  const names = models.map((model) => model.name);
  const near = nearestName(name, names);
  return models.find((model) => model.name === near);
}

function numbersOf(name: string): string {
  return (name.match(/\d+/g) ?? []).join(' ');
}
