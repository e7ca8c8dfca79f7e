import type { ModelMessage } from '@everlong/core';

export function endsInDecision(messages: readonly ModelMessage[]): boolean {
  const last = messages.at(-1);
  return last?.role === 'tool' && last.content.some(({ type }) => type.endsWith('-response'));
}
