import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 allocate new objects in its young generation, whatever became of earlier ones. The first
 * sessions stay open, and from them V8 would conclude that all sessions belong to the old
 * generation: there a closed one waits for the next full collection, and the process grows to
 * several times its size between two of them.
 */
export function letSessionsDieYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
