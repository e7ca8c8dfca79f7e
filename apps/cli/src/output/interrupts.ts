import { exitCodes } from '../errors/exit-code.js';

/** A source of Ctrl-C events. */
export interface Interrupts {
  /** Calls the listener on each Ctrl-C, instead of ending the process, until released. */
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

const endings = ['SIGTERM', 'SIGHUP'] as const;

/**
 * Calls the listener when the process is asked to end or loses its terminal, instead of ending it,
 * until released. The second time ends it at once.
 */
export function onEnding(listener: () => void): () => void {
  let isEnding = false;
  const end = (): void => {
    if (isEnding) process.exit(exitCodes.interrupted);
    isEnding = true;
    listener();
  };
  for (const name of endings) process.on(name, end);
  return () => {
    for (const name of endings) process.off(name, end);
  };
}

/** A program that started this one, such as npm, passes Ctrl-C on: it arrives twice. */
const SAME_INTERRUPT_MS = 200;

/**
 * A signal that the first Ctrl-C aborts, for a graceful end; the second one exits at once.
 * `release` restores the default behaviour of Ctrl-C.
 */
export function abortOnInterrupt(interrupts: Interrupts): {
  signal: AbortSignal;
  release(): void;
} {
  const controller = new AbortController();
  let firstAt = 0;
  const release = interrupts.listen(() => {
    if (!controller.signal.aborted) {
      firstAt = performance.now();
      controller.abort();
    } else if (performance.now() - firstAt > SAME_INTERRUPT_MS) {
      process.exit(exitCodes.interrupted);
    }
  });
  return { signal: controller.signal, release };
}

/**
 * Resolves at the first Ctrl-C, or when the process is asked to end (SIGTERM). A second Ctrl-C
 * exits at once.
 */
export function untilEnded(interrupts: Interrupts): Promise<void> {
  const { signal } = abortOnInterrupt(interrupts);
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
