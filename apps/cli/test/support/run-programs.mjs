/**
 * Runs programs one after the other in this process, so that what they share is loaded once: each
 * begins when nothing of the one before is left to do. What they print follows a line with the
 * file's name.
 *
 *     node run-programs.mjs FILE...
 */
import { pathToFileURL } from 'node:url';

const files = process.argv.slice(2);

async function runNext() {
  const file = files.shift();
  if (file === undefined) return;
  // Node ends, without asking again, when a program leaves nothing to wait for.
  setImmediate(() => {});
  process.stdout.write(`\n>>> ${file}\n`);
  await import(pathToFileURL(file).href);
}

process.on('beforeExit', () => void runNext());
