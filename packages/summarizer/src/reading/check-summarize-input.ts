import { ConfigError, type SummarizeInput } from '@everlong/core';
import { checkList, checkNumber, showValue } from '@everlong/core/internal';

/** Throws `ConfigError` for what is no input of a summarizer; `caller` is who was given it. */
export function checkSummarizeInput(caller: string, input: SummarizeInput): void {
  const given: unknown = input;
  if (typeof given !== 'object' || given === null) {
    throw new ConfigError(
      `${caller} takes { entries, maxTokens, count, ... }, not ${showValue(given)}.`,
    );
  }
  const { entries, maxTokens, count, previous } = given as Partial<
    Record<keyof SummarizeInput, unknown>
  >;
  checkList(`The entries of ${caller}`, entries);
  for (const [place, entry] of (entries as unknown[]).entries()) checkEntry(caller, place, entry);
  if (previous !== undefined) checkSnapshot(caller, previous);
  checkNumber(`The maxTokens of ${caller}`, maxTokens, -Infinity);
  if (typeof count === 'function') return;
  throw new ConfigError(
    `The count of ${caller} must be a function that counts the tokens of a text, such as ` +
      `tokenizer.count, not ${showValue(count)}.`,
  );
}

function checkSnapshot(caller: string, previous: unknown): void {
  const { sections, ledger } = (previous ?? {}) as { sections?: unknown; ledger?: unknown };
  if (typeof sections === 'object' && sections !== null && Array.isArray(ledger)) return;
  throw new ConfigError(
    `The previous of ${caller} must be the snapshot of an earlier result, with its sections and ` +
      `ledger, not ${showValue(previous)}.`,
  );
}

function checkEntry(caller: string, place: number, entry: unknown): void {
  const { message } = (entry ?? {}) as { message?: unknown };
  if (typeof message === 'object' && message !== null) return;
  throw new ConfigError(
    `entries[${place}] of ${caller} must be an entry of a store, with its \`message\`, not ` +
      `${showValue(entry)}.`,
  );
}
