import { isBusy } from './sqlite-errors.js';

/** Asks again while another process holds a lock, blocking the event loop; then throws SQLite's error. */
export function askWhileBusy<Result>(ask: () => Result, timeoutMs: number): Result {
  for (const start = performance.now(); ;) {
    try {
      return ask();
    } catch (error) {
      if (!isBusy(error) || performance.now() - start >= timeoutMs) throw error;
    }
  }
}
