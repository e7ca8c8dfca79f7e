import type { ModelMessage } from '../../packages/core/dist/index.js';
import type { RequestRoom } from '../../packages/replay/dist/index.js';

/**
 * The newest messages that fit, a call never without its result; one exchange at least. Where they
 * do not begin with the user, what the user said last before them comes first.
 */
export function newestThatFit(
  messages: readonly ModelMessage[],
  { count, maxTokens }: Pick<RequestRoom, 'count' | 'maxTokens'>,
): ModelMessage[] {
  const exchanges = exchangesOf(messages);
  let kept: ModelMessage[] = [];
  let tokens = 0;
  for (let first = exchanges.length - 1; first >= 0; first--) {
    tokens += count(exchanges[first] ?? []);
    const opening = openingOf(exchanges, first);
    if (tokens + count(opening) > maxTokens && kept.length > 0) break;
    kept = [...opening, ...exchanges.slice(first).flat()];
  }
  return kept;
}

function openingOf(exchanges: readonly ModelMessage[][], first: number): ModelMessage[] {
  if (exchanges[first]?.[0]?.role === 'user') return [];
  return exchanges.slice(0, first).findLast(([message]) => message?.role === 'user') ?? [];
}

/** Messages in groups that may not be split: a tool's results belong to the call before them. */
export function exchangesOf(messages: readonly ModelMessage[]): ModelMessage[][] {
  const exchanges: ModelMessage[][] = [];
  for (const message of messages) {
    if (message.role === 'tool' && exchanges.length > 0) exchanges.at(-1)?.push(message);
    else exchanges.push([message]);
  }
  return exchanges;
}
