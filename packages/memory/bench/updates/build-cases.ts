/**
 * The cases of the update suite: what is said in order, what is asked then, and what must and must
 * not come.
 */
import type { MemoryEntry } from '@everlong/core';

import { everydayCases } from './everyday-cases.ts';
import { freshSlots } from './fresh-wording.ts';
import { otherCases } from './other-cases.ts';
import { slots } from './slots.ts';
import type { SaidLine, UpdateCase, Wording } from './update-case.ts';

const START = Date.UTC(2026, 0, 5, 9);
const DAY_MS = 86_400_000;

const filler = [
  'Can you help me to write a short poem about rain?',
  'Thanks, that was useful.',
  'The weather has been odd this week.',
  'Please summarize the last point.',
];

export interface PlayableCase extends UpdateCase {
  entries: MemoryEntry[];
}

export function buildCases(): PlayableCase[] {
  const cases: UpdateCase[] = [
    ...slots.flatMap((slot) => [
      ...slotCases(slot, 'plain', slot.plain),
      ...slotCases(slot, 'other', slot.other),
    ]),
    ...freshSlots.flatMap((slot) => slotCases(slot, 'fresh', slot)),
    ...otherCases(),
    ...everydayCases(),
  ];
  return playable(cases);
}

/** With what is said as entries. */
export function playable(cases: readonly UpdateCase[]): PlayableCase[] {
  return cases.map((each, index) => ({ ...each, entries: toEntries(each.said, index) }));
}

/** Every old wording with every new one. */
function slotCases(
  { kind, values }: { kind: string; values: readonly string[] },
  wording: UpdateCase['wording'],
  { old: before, new: after, ask }: Wording,
): UpdateCase[] {
  const at = (list: readonly string[], index: number): string => list[index % list.length] ?? '';
  return Array.from({ length: before.length * after.length }, (_, index) => {
    const oldValue = at(values, index);
    const newValue = at(values, index + 3);
    const fill = (text: string): string =>
      text.replaceAll('{o}', oldValue).replaceAll('{n}', newValue);
    const change = at(after, Math.floor(index / before.length));
    // Corrections without a name follow at once on what they correct.
    const between =
      index % 3 === 0 || /\b(?:it|that|one|mixed)\b/.test(change) ? [] : [at(filler, index)];
    return {
      kind,
      wording,
      said: [fill(at(before, index)), ...between, fill(change)],
      ask: at(ask, index),
      current: newValue,
      stale: [oldValue],
    };
  });
}

/** Strings are the user's; `[role, text]` another's. A day between any two. */
function toEntries(said: readonly SaidLine[], index: number): MemoryEntry[] {
  return said.map((each, position) => {
    const [role, text] = typeof each === 'string' ? ['user', each] : each;
    const isName = !['user', 'assistant', 'tool'].includes(role);
    return {
      id: `case-${index}-${position}`,
      sessionId: `session-${index}`,
      createdAt: new Date(START + position * 3 * DAY_MS).toISOString(),
      message: { role: role === 'assistant' ? 'assistant' : 'user', content: text },
      ...(isName
        ? { metadata: { speaker: role } }
        : role === 'tool'
          ? { metadata: { origin: 'tool' } }
          : {}),
    };
  });
}
