/** BEAM as entries and questions: a folder with one folder for each chat. Its data stays where it is. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { MemoryEntry } from '@everlong/core';

import type { Conversation } from './ask-all.ts';

interface BeamMessage {
  role: string;
  id: number;
  content: string;
  time_anchor?: string;
}

interface BeamBatch {
  time_anchor?: string;
  turns: BeamMessage[][];
}

type BeamQuestions = Record<string, { question: string; source_chat_ids?: unknown }[]>;

/** @param isDated whether messages have their own dates, or all the same one */
export function loadBeam(folder: string, isDated: boolean): Conversation[] {
  return globSync(join(folder, '*/chat.json')).map((file) => {
    const batches = JSON.parse(readFileSync(file, 'utf8')) as BeamBatch[];
    const questionFile = join(dirname(file), 'probing_questions/probing_questions.json');
    const byAbility = JSON.parse(readFileSync(questionFile, 'utf8')) as BeamQuestions;
    return {
      name: basename(dirname(file)),
      entries: entriesOf(batches, isDated),
      questions: Object.entries(byAbility).flatMap(([category, questions]) =>
        questions.flatMap(({ question: text, source_chat_ids: ids }) => {
          const evidence = new Set(numbersIn(ids).map(String));
          return evidence.size === 0 ? [] : [{ text, category, evidence }];
        }),
      ),
    };
  });
}

function entriesOf(batches: readonly BeamBatch[], isDated: boolean): MemoryEntry[] {
  let day = '2024-01-01T00:00:00.000Z';
  return batches.flatMap(({ time_anchor: anchor, turns }, batch) =>
    turns.flat().map(({ role, id, content, time_anchor: own = anchor }, at): MemoryEntry => {
      const date = new Date(`${(own ?? '').replaceAll('-', ' ')} UTC`);
      if (isDated && !Number.isNaN(date.getTime())) day = date.toISOString();
      return {
        id: String(id),
        sessionId: `batch-${batch}`,
        createdAt: isDated ? new Date(Date.parse(day) + at * 1000).toISOString() : day,
        message: { role: role === 'assistant' ? 'assistant' : 'user', content },
      };
    }),
  );
}

/** Every number in nested lists and objects. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
