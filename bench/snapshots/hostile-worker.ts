/** Replays sessions with hostile models as summarizers, for `hostile-table.ts`. */
import { parentPort, workerData } from 'node:worker_threads';

import type { Summarizer } from '@everlong/core';
import { readTranscript } from '@everlong/formats';
import { type FileResult, replaySession } from '@everlong/replay';
import { createSummarizer } from '@everlong/summarizer';

import {
  createHostileModel,
  createHostileSummarizer,
  type Lie,
  type PlainLie,
} from './hostile-models.ts';

export interface HostileTask {
  file: string;
  window: number;
  reserve: number;
  /** Without one no model is asked. */
  lie?: Lie;
  /** The snapshot itself is a lie, whatever a model answers. */
  snapshot?: PlainLie;
}

export interface HostileAnswer extends HostileTask {
  result: FileResult;
}

for (const task of workerData as HostileTask[]) {
  const { file, window, reserve } = task;
  const transcript = await readTranscript(file);
  const result = await replaySession({
    transcript,
    file,
    window,
    reserve,
    policies: ['newest', 'everlong'],
    ...summarizerOf(task),
  });
  const answer: HostileAnswer = { ...task, result };
  parentPort?.postMessage(answer, []);
}

function summarizerOf({ lie, snapshot }: HostileTask): { summarizer?: Summarizer } {
  if (snapshot !== undefined) return { summarizer: createHostileSummarizer(snapshot) };
  if (lie === undefined) return {};
  return { summarizer: createSummarizer({ model: createHostileModel(lie) }) };
}
