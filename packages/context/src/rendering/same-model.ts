import { findModel } from '@everlong/tokenizer';

/**
 * Whether two names mean one model at one endpoint: names that the registry knows as one model,
 * with the same provider before the `/`, or without one.
 */
export function isSameModel(left: string | undefined, right: string | undefined): boolean {
  if (left === right) return true;
  if (left === undefined || right === undefined) return false;
  const [leftName, rightName] = [splitName(left), splitName(right)];
  const endpoints = new Set([leftName.endpoint, rightName.endpoint].filter((name) => name !== ''));
  return endpoints.size <= 1 && leftName.model === rightName.model;
}

interface ModelName {
  endpoint: string;
  model: string;
}

const splitNames = new Map<string, ModelName>();

/** Models are few and entries many: each name is looked up once. */
function splitName(name: string): ModelName {
  const known = splitNames.get(name);
  if (known !== undefined) return known;
  const slash = name.lastIndexOf('/');
  const split = {
    endpoint: name.slice(0, Math.max(0, slash)).toLowerCase(),
    model: findModel(name)?.name ?? name.slice(slash + 1).toLowerCase(),
  };
  if (splitNames.size > 1000) splitNames.clear();
  splitNames.set(name, split);
  return split;
}
