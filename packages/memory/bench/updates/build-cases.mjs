// The cases of the update suite: what is said in order, what is asked then, and what must and must not come.
import { otherCases } from './other-cases.mjs';
import { slots } from './slots.mjs';

const START = Date.UTC(2026, 0, 5, 9);
const DAY_MS = 86_400_000;

const filler = [
  'Can you help me to write a short poem about rain?',
  'Thanks, that was useful.',
  'The weather has been odd this week.',
  'Please summarize the last point.',
];

export function buildCases() {
  const cases = [];
  for (const slot of slots) {
    for (const wording of ['plain', 'other']) {
      const { old: before, new: after, ask } = slot[wording];
      const count = before.length * after.length;
      for (let index = 0; index < count; index++) {
        const oldValue = slot.values[index % slot.values.length];
        const newValue = slot.values[(index + 3) % slot.values.length];
        const fill = (text) => text.replaceAll('{o}', oldValue).replaceAll('{n}', newValue);
        cases.push({
          kind: slot.kind,
          wording,
          said: [
            fill(before[index % before.length]),
            ...(index % 3 === 0 || /\b(?:it|that|one|mixed)\b/.test(after[index % after.length])
              ? []
              : [filler[index % filler.length]]),
            fill(after[Math.floor(index / before.length)]),
          ],
          ask: ask[index % ask.length],
          current: newValue,
          stale: [oldValue],
        });
      }
    }
  }
  return [...cases, ...otherCases()].map((each, index) => ({
    ...each,
    entries: toEntries(each.said, index),
  }));
}

/** Strings are the user's; `[role, text]` another's. A day between any two. */
function toEntries(said, index) {
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
