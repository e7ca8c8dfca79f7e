// What the update suite finds: the share of cases whose first hit has the current value, hits that show a value
// which holds no more, and values that were retired though they hold.
import { buildCases } from './build-cases.mjs';

export async function measureUpdates(createMemory) {
  const cases = buildCases();
  const failures = [];
  const count = {
    cases: cases.length,
    otherWording: 0,
    currentFirst: 0,
    stale: 0,
    wronglyRetired: 0,
  };
  const memory = await createMemory();
  for (const [index, each] of cases.entries()) {
    const scope = `case-${index}`;
    await memory.observe(scope, each.entries);
    if (each.wording === 'other') count.otherWording++;
    const { hits } = await memory.recall(scope, each.ask);
    const isFirst = await isCurrentFirst(memory, scope, each, hits);
    if (isFirst) count.currentFirst++;
    const stale = hits.filter(({ text }) => showsStale(text, each));
    count.stale += stale.length;
    const retired = await wronglyRetired(memory, scope, each);
    count.wronglyRetired += retired;
    if (!isFirst || stale.length > 0 || retired > 0) {
      failures.push({
        kind: each.kind,
        wording: each.wording,
        said: each.said,
        ask: each.ask,
        hits: hits.map(({ text }) => text),
        isFirst,
        stale: stale.length,
        retired,
      });
    }
  }
  await memory.close();
  return {
    count,
    currentFirstPercent: Math.round((1000 * count.currentFirst) / cases.length) / 10,
    failures,
  };
}

async function isCurrentFirst(memory, scope, { current, currentPattern, also }, hits) {
  const first = hits[0]?.text ?? '';
  const isFirst =
    has(first, current) &&
    (currentPattern === undefined || new RegExp(currentPattern, 'i').test(first));
  if (!isFirst || also === undefined) return isFirst;
  const { hits: others } = await memory.recall(scope, also.ask);
  return has(others[0]?.text ?? '', also.current);
}

function showsStale(text, { stale, staleFact, unmarked }) {
  if (stale.some((value) => has(text, value))) return true;
  if (staleFact !== undefined && new RegExp(`^\\S+(?: user)? ${staleFact}`, 'i').test(text))
    return true;
  return unmarked !== undefined && /^the user commutes/i.test(text) && !/no longer/.test(text);
}

async function wronglyRetired(memory, scope, { keeps = [] }) {
  const facts = await memory.list(scope);
  return keeps.filter((value) => !facts.some(({ object }) => has(object, value))).length;
}

function has(text, value) {
  return new RegExp(`(?<![\\p{L}\\p{N}])${value}(?![\\p{L}\\p{N}])`, 'iu').test(text);
}
