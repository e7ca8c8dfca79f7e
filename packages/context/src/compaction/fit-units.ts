import { fillNewestFirst, fitItems } from '@everlong/budget';
import type { TextCut } from '@everlong/core';

import type { Counter } from '../rendering/counter.js';
import { MIN_MESSAGE_TOKENS, shrinkUnit, tokensOf } from '../truncation/shrink-group.js';
import type { Unit } from '../rendering/message-group.js';

/** A unit of the next epoch, and the most tokens it may take when it had to be cut. */
export interface KeptUnit {
  unit: Unit;
  maxTokens?: number;
  /** The unit is kept with its results masked. */
  masked?: boolean;
  /** The unit's files are named, not sent. */
  withoutFiles?: boolean;
  /** How the unit's long texts were cut already. */
  cut?: TextCut;
  tokens: number;
}

export interface FitOptions {
  /** The unit of the latest user message: it stays whole as long as it fits alone. */
  latestUser: Unit | undefined;
  /** The newest units: as many of them stay whole as fit together with the latest user message. */
  recent: readonly Unit[];
  /** Units that are cut rather than left out, and never for the sake of the recent ones. */
  pinned?: readonly Unit[];
  /** What all units together should take. */
  maxTokens: number;
  /** What the latest user message and the recent units may take, if need be beyond `maxTokens`. */
  maxProtectedTokens: number;
  counter: Counter;
}

/**
 * Makes units (oldest first) fit: the largest are cut first, then the oldest go; the recent ones, the
 * pinned ones and the latest user message are cut last. What these take beyond their share, the
 * others lose.
 */
export function fitUnits(units: readonly Unit[], options: FitOptions): KeptUnit[] {
  const { latestUser, maxTokens, maxProtectedTokens, counter } = options;
  const userTokens = Math.min(latestUser?.tokens ?? 0, maxProtectedTokens);
  const pinned = (options.pinned ?? []).filter((unit) => unit !== latestUser);
  const pins = fitItems(
    pinned.map(sizeOf),
    Math.floor((maxProtectedTokens - userTokens) * PINNED_SHARE),
  );
  const pinnedTokens = pins.allowances.reduce((sum, tokens) => sum + tokens, 0);
  const recent = options.recent.filter((unit) => unit !== latestUser && !pinned.includes(unit));
  const fill = fillNewestFirst(recent, maxProtectedTokens - userTokens - pinnedTokens);
  const whole = new Set(recent.slice(fill.from));
  const others = units.filter(
    (unit) =>
      unit !== latestUser && !whole.has(unit) && !pinned.includes(unit) && unit.messages.length > 0,
  );
  const { allowances } = fitItems(
    others.map(sizeOf),
    maxTokens - userTokens - pinnedTokens - fill.tokens,
  );
  const allowed = new Map(others.map((unit, index) => [unit, allowances[index] ?? 0]));
  for (const unit of whole) allowed.set(unit, unit.tokens);
  for (const [index, unit] of pinned.entries()) allowed.set(unit, pins.allowances[index] ?? 0);
  if (latestUser !== undefined) allowed.set(latestUser, userTokens);
  return units.flatMap((unit) => cutUnit(unit, allowed.get(unit) ?? 0, counter));
}

/** The most of what the latest user message leaves that pinned units may take. */
const PINNED_SHARE = 0.5;

function sizeOf(unit: Unit): { tokens: number; minTokens: number } {
  return { tokens: unit.tokens, minTokens: unit.messages.length * MIN_MESSAGE_TOKENS };
}

function cutUnit(unit: Unit, maxTokens: number, counter: Counter): KeptUnit[] {
  if (unit.messages.length === 0) return [];
  if (maxTokens >= unit.tokens) {
    const masked = unit.rendered.some((entry) => entry.disposition === 'masked');
    return [{ unit, tokens: unit.tokens, ...(masked ? { masked } : {}) }];
  }
  const rendered = maxTokens <= 0 ? undefined : shrinkUnit(unit, maxTokens, counter);
  if (rendered === undefined) return [];
  return [{ unit, maxTokens, tokens: tokensOf(rendered, counter) }];
}
