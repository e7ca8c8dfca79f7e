import { parentPort } from 'node:worker_threads';

import { replayFile, type ReplayTask } from './replay-files.js';

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
