import type { Usage } from '@everlong/core';

import type { ContextPart } from '../reading/composition.js';
import type { Format } from '../reading/format.js';
import type { GaugeLevel } from '../reading/gauge.js';

/** The texts of the indicator and the breakdown. Numbers are passed formatted. */
export interface IndicatorStrings {
  /** Name of the gauge. */
  context: string;
  /** Shown next to the number unless the level is `normal`, so that colour is not the only cue. */
  levels: Readonly<Record<GaugeLevel, string>>;
  /** Announced when a threshold is crossed, in either direction. */
  crossed: Readonly<Record<GaugeLevel, string>>;
  /** Tokens used, of those that a request may have. */
  tokens(used: string, budget: string): string;
  /** Spoken value of the gauge; `compactsAt`: the next threshold. */
  spoken(used: string, budget: string, percent: string, compactsAt: string | undefined): string;
  parts: Readonly<Record<ContextPart, string>>;
  /** A trigger of a compaction, by the policy's name for it. */
  trigger(name: string): string;
  /** A number that no tokenizer counted. */
  estimated(tokens: string): string;
  /** The window is a guess. */
  guessedWindow: string;
  /** That the next request compacts, and why. */
  willCompact(reason: string): string;
  spent: string;
  /** The tokens that the session was billed. */
  billed(usage: Usage, format: Format): string;
}

/** English. */
export const indicatorStrings: IndicatorStrings = {
  context: 'Context',
  levels: {
    normal: '',
    soft: 'filling up',
    hard: 'nearly full',
    over: 'over the limit',
    unknown: 'unknown',
  },
  crossed: {
    normal: 'The context has room again',
    soft: 'The context is filling up',
    hard: 'The context is nearly full',
    over: 'The context is over its limit',
    unknown: '',
  },
  tokens: (used, budget) => `${used} of ${budget}`,
  spoken: (used, budget, percent, compactsAt) =>
    `${used} of ${budget} tokens, ${percent}` +
    (compactsAt === undefined ? '' : `, summarizes at ${compactsAt}`),
  parts: {
    instructions: 'Instructions',
    tools: 'Tools',
    summary: 'Summary',
    memory: 'Memory',
    messages: 'Messages',
    other: 'Other',
    free: 'Free',
    reserve: 'Kept for the answer',
  },
  trigger: (name) => `Trigger: ${name}`,
  estimated: (tokens) => `about ${tokens}`,
  guessedWindow: 'The size of the window is a guess',
  willCompact: (reason) => `Compacts next: ${reason}`,
  spent: 'Billed so far',
  billed: ({ inputTokens, outputTokens, cacheReadTokens, unreportedCalls }, { number }) =>
    `${number(inputTokens)} in` +
    (cacheReadTokens ? ` (${number(cacheReadTokens)} cached)` : '') +
    `, ${number(outputTokens)} out` +
    (unreportedCalls ? `, calls without a report: ${number(unreportedCalls)}` : ''),
};
