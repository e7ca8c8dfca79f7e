/**
 * LoCoMo as entries and questions, and what is measured on it. The evaluation data stays where it
 * is.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { Memory, MemoryEntry, MemoryHit } from '@everlong/core';

export interface LocomoConversation {
  name: string;
  entries: MemoryEntry[];
  questions: { text: string; category: number; evidence: ReadonlySet<string> }[];
}

interface LocomoTurn {
  dia_id: string;
  speaker: string;
  text: string;
  blip_caption?: string;
}

interface LocomoRecord {
  sample_id: string;
  conversation: Record<string, string | LocomoTurn[]>;
  qa: { question: string; category: number; evidence: string[] }[];
}

/** So long a slow embedding model may take for a conversation. */
const MAX_EMBEDDING_MS = 300_000;

/** Category of questions that have no answer in the conversation. */
const ADVERSARIAL = 5;

export function locomoFile(folder?: string): string {
  const root =
    folder ?? process.env['EVERLONG_DATA'] ?? join(import.meta.dirname, '../../../../shared/data');
  return join(root, 'locomo-dev.json.gz');
}

export function loadLocomo(file: string): LocomoConversation[] {
  const records = JSON.parse(gunzipSync(readFileSync(file)).toString()) as LocomoRecord[];
  return records.map(readConversation);
}

function readConversation({ conversation, qa, sample_id: name }: LocomoRecord): LocomoConversation {
  const sessions = Object.keys(conversation)
    .filter((key) => /^session_\d+$/.test(key))
    .toSorted((left, right) => Number(left.slice(8)) - Number(right.slice(8)));
  const entries = sessions.flatMap((sessionId) => {
    const createdAt = readDate(conversation[`${sessionId}_date_time`] as string);
    return (conversation[sessionId] as LocomoTurn[]).map((turn) =>
      toEntry(turn, sessionId, createdAt),
    );
  });
  const ids = new Set(entries.map(({ id }) => id));
  const questions = qa
    .map(({ question: text, category, evidence }) => ({
      text,
      category,
      evidence: new Set(evidence.flatMap(readEvidence).filter((id) => ids.has(id))),
    }))
    .filter(({ evidence }) => evidence.size > 0);
  return { name, entries, questions };
}

function toEntry(turn: LocomoTurn, sessionId: string, createdAt: string): MemoryEntry {
  const shared = turn.blip_caption === undefined ? '' : ` [shares ${turn.blip_caption}]`;
  return {
    id: turn.dia_id,
    sessionId,
    createdAt,
    message: { role: 'user', content: turn.text + shared },
    metadata: { speaker: turn.speaker },
  };
}

/** `1:56 pm on 8 May, 2023` as ISO 8601. */
function readDate(text: string): string {
  const [, hour, minute, half, rest] = /^(\d+):(\d+) (am|pm) on (.*)$/.exec(text) ?? [];
  const date = new Date(`${rest} UTC`);
  date.setUTCHours((Number(hour) % 12) + (half === 'pm' ? 12 : 0), Number(minute));
  return date.toISOString();
}

function readEvidence(text: string): string[] {
  return text.split(/[;\s]+/).flatMap((part) => {
    const [, session, turn] = /^D:?(\d+):0*(\d+)$/.exec(part) ?? [];
    return session === undefined ? [] : [`D${session}:${turn}`];
  });
}

/** Per cent of the evidence, each question counting the same. */
export interface LocomoFigures {
  questions: number;
  recall5: number;
  recall10: number;
  within1000: number;
  within2000: number;
  recall10ByCategory: Record<string, number>;
}

export async function measureLocomo(
  conversations: readonly LocomoConversation[],
  create: () => Promise<Memory>,
): Promise<LocomoFigures> {
  const shares = { recall5: [], recall10: [], within1000: [], within2000: [] } as Record<
    'recall5' | 'recall10' | 'within1000' | 'within2000',
    number[]
  >;
  const byCategory: Record<string, number[]> = {};
  await askAll(conversations, create, async (memory, name, { text, category, evidence }) => {
    const { hits } = await memory.recall(name, text, { limit: 10 });
    const at10 = shareOf(hits, evidence);
    shares.recall5.push(shareOf(hits.slice(0, 5), evidence));
    shares.recall10.push(at10);
    (byCategory[category] ??= []).push(at10);
    const thousand = await memory.recall(name, text, { maxTokens: 1000 });
    shares.within1000.push(shareOf(thousand.hits, evidence));
    const two = await memory.recall(name, text, { maxTokens: 2000 });
    shares.within2000.push(shareOf(two.hits, evidence));
  });
  return {
    questions: shares.recall10.length,
    recall5: percent(shares.recall5),
    recall10: percent(shares.recall10),
    within1000: percent(shares.within1000),
    within2000: percent(shares.within2000),
    recall10ByCategory: Object.fromEntries(
      Object.entries(byCategory).map(([category, each]) => [category, percent(each)]),
    ),
  };
}

/** The share of evidence in the first ten hits alone. */
export async function recallAt10(
  conversations: readonly LocomoConversation[],
  create: () => Promise<Memory>,
): Promise<number> {
  const shares: number[] = [];
  await askAll(conversations, create, async (memory, name, { text, evidence }) => {
    const { hits } = await memory.recall(name, text, { limit: 10 });
    shares.push(shareOf(hits, evidence));
  });
  return percent(shares);
}

/** Asks a memory of each conversation every question that has an answer. */
async function askAll(
  conversations: readonly LocomoConversation[],
  create: () => Promise<Memory>,
  ask: (
    memory: Memory,
    name: string,
    question: LocomoConversation['questions'][number],
  ) => Promise<void>,
): Promise<void> {
  for (const { name, entries, questions } of conversations) {
    const memory = await create();
    await memory.observe(name, entries);
    await memory.flush(name, { timeoutMs: MAX_EMBEDDING_MS });
    for (const question of questions) {
      if (question.category !== ADVERSARIAL) await ask(memory, name, question);
    }
    await memory.close();
  }
}

function percent(shares: readonly number[]): number {
  const sum = shares.reduce((total, share) => total + share, 0);
  return Math.round((1000 * sum) / shares.length) / 10;
}

function shareOf(hits: readonly MemoryHit[], evidence: ReadonlySet<string>): number {
  const ids = new Set(hits.flatMap(({ sources }) => sources.map(({ entryId }) => entryId)));
  return evidence.intersection(ids).size / evidence.size;
}
