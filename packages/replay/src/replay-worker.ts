import { parentPort } from 'node:worker_threads';

import { REPLAY_WORKER_READY, replayFile, type ReplayTask } from './replay/replay-files.js';

// Tells that this module could be loaded; until then the caller can still do the work itself.
parentPort?.postMessage(REPLAY_WORKER_READY, []);
parentPort?.on('message', (task: ReplayTask) => {
  void replayFile(task).then(
    (answer) => parentPort?.postMessage(answer, []),
    (error: unknown) => {
      // Thrown outside of any promise, so that the thread ends and the caller hears of it.
      setImmediate(() => {
        throw error;
      });
    },
  );
});
