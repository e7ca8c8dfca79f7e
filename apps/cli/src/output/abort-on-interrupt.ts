import { exitCodes } from './exit-code.js';

/**
 * A signal that the first Ctrl-C aborts, so that what is running can end well; the second one
 * leaves at once. `release` gives Ctrl-C its usual meaning back.
 */
export function abortOnInterrupt(): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  return {
    signal: controller.signal,
    release: () => void process.off('SIGINT', interrupt),
  };
}
