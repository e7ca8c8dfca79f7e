// How fast values are found, secrets redacted and ledgers built. Needs a build.
//   node packages/summarizer/bench/extract-values.mjs [FILE…]
// Without files: the sources of this repository's packages, about 8 MB of them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { extractValues, redactSecrets, updateLedger } from '../dist/index.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const named = process.argv.slice(2);
const files =
  named.length > 0
    ? named
    : globSync('packages/*/src/**/*.ts', { cwd: root }).map((file) => join(root, file));
const texts = files.map((file) => readFileSync(file, 'utf8'));
const size = (list) => list.reduce((sum, text) => sum + text.length, 0);
while (named.length === 0 && size(texts) < 8e6) texts.push(...texts);
const entries = texts.map((text, seq) => ({
  id: `entry-${seq}`,
  sessionId: 'bench',
  seq,
  createdAt: new Date(0).toISOString(),
  format: 'model-message/1',
  message: { role: 'assistant', content: text },
}));
const megabytes = size(texts) / 1e6;

/** @param {string} line */
function write(line) {
  process.stdout.write(`${line}\n`);
}

/** The best of several runs, in megabytes a second. */
function measure(name, run) {
  let best = Infinity;
  for (let round = 0; round < 8; round++) {
    const started = performance.now();
    run();
    best = Math.min(best, performance.now() - started);
  }
  write(`${name.padEnd(16)} ${(megabytes / (best / 1000)).toFixed(1)} MB/s`);
}

write(
  `${megabytes.toFixed(1)} MB, ${texts.reduce((sum, text) => sum + extractValues(text).length, 0)} values`,
);
measure('extractValues', () => texts.forEach((text) => extractValues(text)));
measure('redactSecrets', () => texts.forEach((text) => redactSecrets(text)));
measure('updateLedger', () => updateLedger([], entries));
