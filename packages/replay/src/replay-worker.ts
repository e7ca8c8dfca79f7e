import { parentPort } from 'node:worker_threads';

import { REPLAY_WORKER_READY, replayFile, type ReplayTask } from './replay/replay-files.js';

// Reports that this module was loaded; without it the caller does the work itself.
parentPort?.postMessage(REPLAY_WORKER_READY, []);
parentPort?.on('message', (task: ReplayTask) => {
  void replayFile(task).then(
    (answer) => parentPort?.postMessage(answer, []),
    (error: unknown) => {
      // Thrown outside of any promise, so that the thread ends with an error event.
      setImmediate(() => {
        throw error;
      });
    },
  );
});
