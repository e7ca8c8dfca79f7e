// LoCoMo as entries and questions, and what is measured on it. The evaluation data stays where it is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export function locomoFile(folder) {
  const root =
    folder ?? process.env.EVERLONG_DATA ?? join(import.meta.dirname, '../../../../shared/data');
  return join(root, 'locomo-dev.json.gz');
}

export function loadLocomo(file) {
  return JSON.parse(gunzipSync(readFileSync(file))).map(readConversation);
}

function readConversation({ conversation, qa, sample_id: name }) {
  const entries = [];
  const sessions = Object.keys(conversation)
    .filter((key) => /^session_\d+$/.test(key))
    .toSorted((left, right) => Number(left.slice(8)) - Number(right.slice(8)));
  for (const sessionId of sessions) {
    const createdAt = readDate(conversation[`${sessionId}_date_time`]);
    for (const turn of conversation[sessionId]) {
      const shared = turn.blip_caption ? ` [shares ${turn.blip_caption}]` : '';
      entries.push({
        id: turn.dia_id,
        sessionId,
        createdAt,
        message: { role: 'user', content: turn.text + shared },
        metadata: { speaker: turn.speaker },
      });
    }
  }
  const ids = new Set(entries.map(({ id }) => id));
  const questions = qa
    .map((each) => ({
      text: each.question,
      category: each.category,
      evidence: new Set(each.evidence.flatMap(readEvidence).filter((id) => ids.has(id))),
    }))
    .filter(({ evidence }) => evidence.size > 0);
  return { name, entries, questions };
}

/** `1:56 pm on 8 May, 2023` as ISO 8601. */
function readDate(text) {
  const [, hour, minute, half, rest] = /^(\d+):(\d+) (am|pm) on (.*)$/.exec(text);
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  const date = new Date(`${rest} UTC`);
  date.setUTCHours(hours, Number(minute));
  return date.toISOString();
}

function readEvidence(text) {
  return text.split(/[;\s]+/).flatMap((part) => {
    const [, session, turn] = /^D:?(\d+):0*(\d+)$/.exec(part) ?? [];
    return session === undefined ? [] : [`D${session}:${turn}`];
  });
}

/** Per cent of the evidence, each question counting the same. */
export async function measureLocomo(conversations, create) {
  const sums = { recall5: 0, recall10: 0, within1000: 0, within2000: 0 };
  const byCategory = {};
  let questions = 0;
  for (const { name, entries, questions: asked } of conversations) {
    const memory = await create();
    await memory.observe(name, entries);
    for (const { text, category, evidence } of asked) {
      if (category === 5) continue;
      questions++;
      const share = (hits) => foundIn(hits, evidence) / evidence.size;
      const { hits } = await memory.recall(name, text, { limit: 10 });
      const at10 = share(hits);
      sums.recall5 += share(hits.slice(0, 5));
      sums.recall10 += at10;
      sums.within1000 += share((await memory.recall(name, text, { maxTokens: 1000 })).hits);
      sums.within2000 += share((await memory.recall(name, text, { maxTokens: 2000 })).hits);
      byCategory[category] ??= { sum: 0, count: 0 };
      byCategory[category].sum += at10;
      byCategory[category].count++;
    }
    await memory.close();
  }
  const percent = (sum, count) => Math.round((1000 * sum) / count) / 10;
  return {
    questions,
    ...Object.fromEntries(Object.entries(sums).map(([key, sum]) => [key, percent(sum, questions)])),
    recall10ByCategory: Object.fromEntries(
      Object.entries(byCategory).map(([key, { sum, count }]) => [key, percent(sum, count)]),
    ),
  };
}

function foundIn(hits, evidence) {
  const ids = new Set(hits.flatMap(({ sources }) => sources.map(({ entryId }) => entryId)));
  return [...evidence].filter((id) => ids.has(id)).length;
}
