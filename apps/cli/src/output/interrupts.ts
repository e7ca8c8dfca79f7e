import { exitCodes } from './exit-code.js';

/** Where Ctrl-C is heard. */
export interface Interrupts {
  /** Calls the listener at each Ctrl-C, instead of ending the process, until it is released. */
  listen(listener: () => void): () => void;
}

/** Ctrl-C of the process, or the abort of a signal that stands for it. */
export function createInterrupts(signal: AbortSignal | undefined): Interrupts {
  return {
    listen(listener) {
      if (signal === undefined) {
        process.on('SIGINT', listener);
        return () => void process.off('SIGINT', listener);
      }
      if (signal.aborted) listener();
      signal.addEventListener('abort', listener);
      return () => signal.removeEventListener('abort', listener);
    },
  };
}

/**
 * A signal that the first Ctrl-C aborts, so that what is running can end well; the second one
 * leaves at once. `release` gives Ctrl-C its usual meaning back.
 */
export function abortOnInterrupt(interrupts: Interrupts): {
  signal: AbortSignal;
  release(): void;
} {
  const controller = new AbortController();
  const release = interrupts.listen(() => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  });
  return { signal: controller.signal, release };
}

/**
 * Resolves at the first Ctrl-C, or when the process is asked to end (SIGTERM). A second Ctrl-C
 * leaves at once.
 */
export function untilEnded(interrupts: Interrupts): Promise<void> {
  const { signal } = abortOnInterrupt(interrupts);
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
