/**
 * All tests with large counts, and the tokenizer against tiktoken on random texts. Writes what was
 * run and what came out to `docs/test-full.md`; exits with 1 if anything failed.
 *
 *     npm run test:full
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { stripVTControlCharacters } from 'node:util';

const OUTPUT = new URL('../docs/test-full.md', import.meta.url);

/** What the tests read; a smaller value given by the caller stays. */
const counts = {
  EVERLONG_LAW_RUNS: process.env['EVERLONG_LAW_RUNS'] ?? '30000',
  EVERLONG_KILLS: process.env['EVERLONG_KILLS'] ?? '1000',
};
const fuzzedTexts = process.env['EVERLONG_FUZZ_TEXTS'] ?? '200000';

const startedMs = Date.now();
const tests = await run('vitest run --reporter=./scripts/full-reporter.ts --testTimeout=7200000');
const fuzz = await run(`pnpm --filter @everlong/tokenizer fuzz ${fuzzedTexts}`);
const minutes = ((Date.now() - startedMs) / 60_000).toFixed(0);

writeFileSync(
  OUTPUT,
  `# The last full run of the tests

Written by \`npm run test:full\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${availableParallelism()} processors, ${minutes} minutes.

| what | how often |
|---|--:|
| random histories of the laws, all policies together (\`EVERLONG_LAW_RUNS\`) | ${counts.EVERLONG_LAW_RUNS} |
| rounds in which writers are killed, each durable store (\`EVERLONG_KILLS\`) | ${counts.EVERLONG_KILLS} |
| random texts compared with tiktoken, each encoding (\`EVERLONG_FUZZ_TEXTS\`) | ${fuzzedTexts} |

Every other random property is tried as much more often than in \`npm test\` as the laws.

\`\`\`
${tests.output}
${fuzz.output}
\`\`\`
`,
);
process.exitCode = tests.failed || fuzz.failed ? 1 : 0;

/** Runs a command, shows its output, and gives it without colours and script banners. */
function run(command: string): Promise<{ failed: boolean; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const env = { ...process.env, ...counts };
    const child = spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      process.stdout.write(text);
    });
    child.on('close', (code) => {
      const lines = stripVTControlCharacters(output).split('\n');
      const kept = lines.filter((line) => !/^(?:\$|>) /.test(line)).join('\n');
      resolve({ failed: code !== 0, output: kept.trim() });
    });
  });
}
