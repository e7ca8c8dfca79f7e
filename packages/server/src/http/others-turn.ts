import { setImmediate } from 'node:timers/promises';

/** Work on fewer bytes takes so little time that others can wait for it. */
const LARGE_BYTES = 250_000;

/** Lets other requests be worked on before the next step of one with that many bytes. */
export async function othersTurn(bytes: number): Promise<void> {
  if (bytes > LARGE_BYTES) await setImmediate();
}
