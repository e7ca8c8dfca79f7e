/**
 * LoCoMo as entries and questions. The evaluation data stays where it is.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { MemoryEntry } from '@everlong/core';

import type { Conversation } from './ask-all.ts';

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

/** Category of questions that have no answer in the conversation. */
const ADVERSARIAL = '5';

export function locomoFile(folder?: string): string {
  const root =
    folder ?? process.env['EVERLONG_DATA'] ?? join(import.meta.dirname, '../../../../shared/data');
  return join(root, 'locomo-dev.json.gz');
}

export function loadLocomo(file: string): Conversation[] {
  const bytes = readFileSync(file);
  const text = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  const records = JSON.parse(text.toString()) as LocomoRecord[];
  return records.map(readConversation);
}

function readConversation({ conversation, qa, sample_id: name }: LocomoRecord): Conversation {
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
      category: String(category),
      evidence: new Set(evidence.flatMap(readEvidence).filter((id) => ids.has(id))),
    }))
    .filter(({ category, evidence }) => category !== ADVERSARIAL && evidence.size > 0);
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
