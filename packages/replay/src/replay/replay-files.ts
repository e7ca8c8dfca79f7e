import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { EverlongError } from '@everlong/core';
import { checkList } from '@everlong/core/internal';
import { readTranscript } from '@everlong/formats';

import type { FileResult, ReplayFailure, ReplayResult } from '../report/replay-result.js';
import { type ConstraintSpans, toConstraintLabels } from '../needs/constraint-labels.js';
import { replaySession, type ReplaySettings } from './replay-session.js';
import { summarizeResults } from '../report/summarize-results.js';

/** How to replay files. */
export interface ReplayFilesOptions extends ReplaySettings {
  /**
   * Number of threads. Default: one per processor, at most 4. With 1, or with `managers`, the
   * calling thread does the work.
   */
  workers?: number;
  /** By file: the constraints labelled in it, by entry and place in its text. */
  constraintLabels?: Readonly<Record<string, ConstraintSpans>>;
  /** Called for each file when it is done, in whatever order that is. */
  onProgress?: (progress: ReplayProgress) => void;
}

/** A file that is done. */
export interface ReplayProgress {
  file: string;
  /** Files done so far, this one included. */
  done: number;
  /** How many files there are. */
  files: number;
  /** Why the file could not be read, if it could not. */
  failure?: string;
}

/** The results of the files that could be read, in the order given, and the other files. */
export interface ReplayRun {
  result: ReplayResult;
  failures: ReplayFailure[];
}

/** What a worker is sent, and what it answers. */
export interface ReplayTask {
  index: number;
  file: string;
  settings: ReplaySettings;
  constraintSpans?: ConstraintSpans;
}

export interface ReplayAnswer {
  index: number;
  outcome: FileResult | ReplayFailure;
}

/** The first message of a worker. */
export const REPLAY_WORKER_READY = 'ready';

const MAX_WORKERS = 4;

/**
 * Replays recorded sessions from files, several at once. Except for `prepareMs`, the result does
 * not depend on the number of workers. Unreadable files are reported as failures; invalid settings
 * reject with `ConfigError`.
 */
export async function replayFiles(
  files: readonly string[],
  options: ReplayFilesOptions,
): Promise<ReplayRun> {
  checkList('The files of replayFiles', files);
  const {
    workers = Math.min(MAX_WORKERS, availableParallelism()),
    onProgress,
    constraintLabels = {},
    ...settings
  } = options;
  // Replays nothing, but rejects invalid settings.
  await replaySession({ ...settings, entries: [] });
  const outcomes = new Map<number, FileResult | ReplayFailure>();
  const tasks = await largestFirst(files, constraintLabels, settings);
  const take = (): ReplayTask | undefined => tasks.shift();
  const settle = ({ index, outcome }: ReplayAnswer): void => {
    outcomes.set(index, outcome);
    onProgress?.({
      file: outcome.file,
      done: outcomes.size,
      files: files.length,
      ...('message' in outcome ? { failure: outcome.message } : {}),
    });
  };

  // Functions cannot be passed to a thread.
  const threads = settings.managers === undefined ? Math.min(workers, files.length) : 1;
  const entry = threads > 1 ? workerEntry() : undefined;
  if (entry === undefined) await workHere(take, settle);
  else await Promise.all(Array.from({ length: threads }, () => workInThread(entry, take, settle)));

  const inOrder = files.flatMap((_, index) => outcomes.get(index) ?? []);
  const results = inOrder.filter((outcome) => 'results' in outcome);
  return {
    result: { files: results, total: summarizeResults(results) },
    failures: inOrder.filter((outcome) => 'message' in outcome),
  };
}

/** Replays one file; a file that cannot be read is an answer too. */
export async function replayFile({
  index,
  file,
  settings,
  constraintSpans = {},
}: ReplayTask): Promise<ReplayAnswer> {
  let transcript;
  try {
    transcript = await readTranscript(file);
  } catch (error) {
    if (!EverlongError.isInstance(error)) throw error;
    const { message, code } = error;
    return { index, outcome: { file, message, code, isMissing: !existsSync(file) } };
  }
  const messages = transcript.entries.map(({ message }) => message);
  const constraintLabels = toConstraintLabels(constraintSpans, messages);
  const outcome = await replaySession({ ...settings, transcript, file, constraintLabels });
  const { warnings } = transcript;
  return { index, outcome: warnings.length === 0 ? outcome : { ...outcome, warnings } };
}

/** The longest sessions first, so that no thread is left alone with one at the end. */
async function largestFirst(
  files: readonly string[],
  labels: Readonly<Record<string, ConstraintSpans>>,
  settings: ReplaySettings,
): Promise<ReplayTask[]> {
  const sized = await Promise.all(
    files.map(async (file, index) => {
      const bytes = await stat(file).then(
        ({ size }) => size,
        () => 0,
      );
      const constraintSpans = labels[file];
      const labelled = constraintSpans === undefined ? {} : { constraintSpans };
      return { bytes, task: { index, file, settings, ...labelled } };
    }),
  );
  return sized.toSorted((left, right) => right.bytes - left.bytes).map(({ task }) => task);
}

/** The built worker next to this module; undefined if the sources run without a build. */
function workerEntry(): URL | undefined {
  const url = new URL('./replay-worker.js', import.meta.url);
  return url.protocol === 'file:' && existsSync(fileURLToPath(url)) ? url : undefined;
}

async function workHere(
  take: () => ReplayTask | undefined,
  settle: (answer: ReplayAnswer) => void,
): Promise<void> {
  for (let task = take(); task !== undefined; task = take()) settle(await replayFile(task));
}

/** Falls back to the calling thread if no worker can be started. */
async function workInThread(
  entry: URL,
  take: () => ReplayTask | undefined,
  settle: (answer: ReplayAnswer) => void,
): Promise<void> {
  const worker = new Worker(entry);
  try {
    const isReady = await nextMessage(worker).then(
      (message) => message === REPLAY_WORKER_READY,
      () => false,
    );
    if (!isReady) {
      await workHere(take, settle);
      return;
    }
    for (let task = take(); task !== undefined; task = take()) {
      worker.postMessage(task, []);
      settle((await nextMessage(worker)) as ReplayAnswer);
    }
  } finally {
    await worker.terminate();
  }
}

/** Rejects with what the worker throws, or when it ends. */
function nextMessage(worker: Worker): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onExit = (code: number): void =>
    reject(new Error(`A replay worker ended with exit code ${code} before it answered.`));
  worker.once('message', resolve).once('error', reject).once('exit', onExit);
  return promise.finally(() => {
    worker.off('message', resolve).off('error', reject).off('exit', onExit);
  });
}
