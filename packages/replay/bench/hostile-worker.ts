/** Replays sessions with hostile models as summarizers, for `snapshots-table.ts`. */
import { parentPort, workerData } from 'node:worker_threads';

import { readTranscript } from '@everlong/formats';
import { type FileResult, replaySession } from '@everlong/replay';
import { createSummarizer } from '@everlong/summarizer';

import { createHostileModel, type Lie } from './hostile-models.ts';

export interface HostileTask {
  file: string;
  window: number;
  reserve: number;
  /** Without one the summarizer asks no model. */
  lie?: Lie;
}

export interface HostileAnswer extends HostileTask {
  result: FileResult;
}

for (const task of workerData as HostileTask[]) {
  const { file, window, reserve, lie } = task;
  const transcript = await readTranscript(file);
  const result = await replaySession({
    transcript,
    file,
    window,
    reserve,
    policies: ['newest', 'everlong'],
    ...(lie === undefined
      ? {}
      : { summarizer: createSummarizer({ model: createHostileModel(lie) }) }),
  });
  const answer: HostileAnswer = { ...task, result };
  parentPort?.postMessage(answer, []);
}
