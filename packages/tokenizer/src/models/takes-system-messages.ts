import { findModel } from './model-registry.js';

/**
 * Models of Anthropic whose API takes `system` messages behind the first other one. Sources, read
 * 2026-11-23: the release notes of @langchain/anthropic 1.5.13 (20 October 2026) and, for
 * `claude-fable-5-2`, the documentation shipped with @ai-sdk/anthropic 4.0.105. The provider's own
 * page could be seen only as of May 2026 (Opus 4.8). Left out as unverified: `claude-sonnet-5`, of
 * which public reports disagree, and `claude-mythos-5-2`.
 */
const TAKES_SYSTEM: ReadonlySet<string> = new Set([
  'claude-fable-5',
  'claude-fable-5-1',
  'claude-fable-5-2',
  'claude-haiku-5-5',
  'claude-mythos-5',
  'claude-mythos-5-1',
  'claude-opus-4-8',
  'claude-opus-5',
  'claude-opus-5-5',
  'claude-sonnet-5-5',
]);

/** How other clouds write the names of models; not all of them have the feature. */
const ELSEWHERE = /^(?!anthropic\/)[^/]+\/|anthropic\.|@/i;

/** Whether Anthropic's API takes `system` messages in mid-conversation for a model. */
export function takesSystemMessages(model: string | undefined): boolean {
  if (model === undefined || ELSEWHERE.test(model)) return false;
  return TAKES_SYSTEM.has(findModel(model)?.name ?? model.toLowerCase());
}
