import { createObservedLog, type ObservedLogOptions } from './observed-log.js';

/** Keeps a memory in step with the log of one session, from the last entry that it has seen. */
export interface LogObserver {
  /** Has the memory see what the log has; resolves when it has, or could not. Never rejects. */
  catchUp(): Promise<void>;
  /** Entries from `fromSeq` on were withdrawn. Resolves when the memory has, or could not. */
  withdraw(fromSeq: number): Promise<void>;
  /** Whether everything of the log that there was at the last attempt is observed. */
  isUpToDate(): boolean;
  /** Why the last attempt failed. */
  failure(): unknown;
  /** Nothing more is begun; the log says later what is missing. */
  stop(): void;
}

export function createLogObserver(options: ObservedLogOptions): LogObserver {
  const log = createObservedLog(options);
  let isUpToDate = false;
  let failure: unknown;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isCalled = false;

  async function run(): Promise<void> {
    while (isCalled && !stopping.signal.aborted) {
      isCalled = false;
      try {
        await log.observe(stopping.signal);
        isUpToDate = true;
        failure = undefined;
      } catch (error) {
        isUpToDate = false;
        failure = error;
      }
    }
  }

  async function catchUp(): Promise<void> {
    isCalled = true;
    running ??= run().finally(() => (running = undefined));
    await running;
  }

  return {
    catchUp,
    withdraw(fromSeq) {
      log.withdraw(fromSeq);
      isUpToDate = false;
      return catchUp();
    },
    isUpToDate: () => isUpToDate,
    failure: () => failure,
    stop() {
      stopping.abort();
    },
  };
}
