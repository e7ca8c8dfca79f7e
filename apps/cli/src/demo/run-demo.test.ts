import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sampled } from '@everlong/testing';
import { expect, test } from 'vitest';
import { exitCodes } from '../errors/exit-code.js';
import type { Terminal } from '../output/terminal.js';
import { type CliResult, runCli } from '../../test/support/run-cli.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { spawnCli, startCli } from '../../test/support/spawn-cli.js';
import { type DemoOptions, runDemo } from './run-demo.js';

/** A folder with enough text to fill a small window five times. */
function sampleFolder(files: number): string {
  const root = temporaryFolder();
  mkdirSync(join(root, 'src'));
  for (let file = 0; file < files; file++) {
    const lines = [
      `export const port${file} = ${48_000 + file * 7};`,
      `const release = '1.${file}.77';`,
    ];
    for (let line = 0; line < 50; line++) lines.push(`// part ${line} of file ${file} says little`);
    writeFileSync(join(root, 'src', `file${String(file).padStart(2, '0')}.ts`), lines.join('\n'));
  }
  writeFileSync(join(root, 'image.png'), Buffer.from([137, 80, 78, 71, 0, 0]));
  return root;
}

interface Numbers {
  session?: { id: string; file: string };
  folder?: { root?: string };
  context?: { lastCompaction?: { createdAt?: string } };
  policies?: { prepareMs?: unknown }[];
}

/** What a run printed as JSON, without what names this run. */
function numbersOf({ stdout }: CliResult): Numbers {
  const numbers = JSON.parse(stdout) as Numbers;
  delete numbers.session;
  delete numbers.folder?.root;
  delete numbers.context?.lastCompaction?.createdAt;
  for (const policy of numbers.policies ?? []) delete policy.prepareMs;
  return numbers;
}

test('the history outgrows the window, an early value is found on disk, the next commands work', async () => {
  const cwd = sampleFolder(8);
  const args = ['demo', '--window', '4000', '--steps', '20'];
  const { stdout, stderr, code } = await spawnCli(args, { cwd });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout).toContain('a script, not an AI');
  expect(stdout).toMatch(/compaction: epoch 0 -> 1, .+, request [\d,]+ -> [\d,]+ tokens/);
  expect(stdout).toContain('Context Status');
  expect(stdout).toContain('no longer in the request');
  expect(stdout).toMatch(/history_search .+\n {4}history_expand /);
  expect(stdout).toContain('correct, character by character');
  expect(stdout).toMatch(/ full +newest +supyagent +everlong/);
  expect(stdout).toContain('What to type next');
  expect(stdout).not.toContain('\u001B');

  const file = /decisions +(\S+)_records\.jsonl/.exec(stdout)?.[1] ?? '';
  expect(existsSync(join(cwd, `${file}.jsonl`))).toBe(true);
  expect(readFileSync(join(cwd, '.everlong', '.gitignore'), 'utf8')).toBe('*\n');

  const [, listed = ''] = stdout.split('What to type next\n');
  const commands = listed
    .trim()
    .split('\n')
    .filter((line) => !line.includes(' chat '));
  expect(commands.length).toBeGreaterThanOrEqual(3);
  for (const command of commands) {
    const typed = command.trim().replace(/^node/, `"${process.execPath}"`);
    expect(execFileSync('sh', ['-c', typed], { cwd, encoding: 'utf8' })).not.toBe('');
  }
});

test('two runs give the same numbers, and neither reads what the other stored', async () => {
  const cwd = sampleFolder(6);
  const args = ['demo', '--window', '4000', '--steps', '20', '--json'];
  const first = await runCli(args, { cwd });
  const second = await runCli(args, { cwd });
  expect(first).toMatchObject({ stderr: expect.any(String), code: 0 });
  expect(numbersOf(second)).toEqual(numbersOf(first));
  expect(numbersOf(first)).toMatchObject({
    folder: { source: 'walk', files: 7 },
    question: { correct: true, inRequest: false },
  });
});

test('a folder without files is "not found", and so is one without text', async () => {
  const empty = await runCli(['demo'], { cwd: temporaryFolder() });
  expect(empty).toMatchObject({ stdout: '', code: 3 });
  expect(empty.stderr).toContain('nothing to read');
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'a.bin'), Buffer.alloc(100));
  const binary = await runCli(['demo'], { cwd });
  expect(binary.code).toBe(3);
  expect(binary.stderr).toContain('No text could be read');
});

test('a folder that is too small is said to be', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'notes.txt'), 'release: 2026.11.20\n');
  const { stdout, code } = await runCli(['demo'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain('too small to fill five windows');
  expect(stdout).toContain('2026.11.20');
});

test('Ctrl-C ends with 130 and keeps the session', async () => {
  const cwd = sampleFolder(200);
  const running = startCli(['demo', '--window', '64000'], { cwd });
  await running.shows('turn 1');
  running.child.kill('SIGINT');
  const { code, stderr } = await running.result;
  expect(code).toBe(130);
  const file = /is kept in (.+)\n/.exec(stderr)?.[1] ?? '';
  expect(readFileSync(file, 'utf8').split('\n').length).toBeGreaterThan(10);
});

/** A terminal that keeps what is written. */
function silentTerminal(): Terminal & { notes: string[]; lines: string[] } {
  const notes: string[] = [];
  const lines: string[] = [];
  const same = (text: string | number | null | undefined): string => String(text);
  const colors = new Proxy({}, { get: () => same }) as Terminal['colors'];
  return {
    notes,
    lines,
    write: (text) => void lines.push(text),
    print: (line = '') => void lines.push(line),
    json: (value) => void lines.push(JSON.stringify(value)),
    note: (line) => void notes.push(line),
    noteInline: (text) => void notes.push(text),
    live() {},
    clearLive() {},
    hasLiveLine: false,
    colors,
    noteColors: colors,
    hasColors: false,
    hasNoteColors: false,
    columns: 80,
    drained: async () => {},
  };
}

function demoOptions(root: string, terminal: Terminal): DemoOptions {
  const directory = join(root, '.everlong');
  const { signal } = new AbortController();
  return { root, directory, window: 4000, maxSteps: 20, json: false, terminal, signal };
}

const destroyed: [string, (file: string) => void][] = [
  ['its file', (file) => rmSync(file)],
  ['all its files', (file) => rmSync(dirname(file), { recursive: true })],
  ['the whole store', (file) => rmSync(join(file, '../../..'), { recursive: true })],
];

test.each(sampled(destroyed, 1))(
  'without the stored session (%s deleted) there is no answer',
  async (_what, destroy) => {
    const root = sampleFolder(6);
    const terminal = silentTerminal();
    const code = await runDemo({
      ...demoOptions(root, terminal),
      async beforeQuestion(file) {
        expect(existsSync(file)).toBe(true);
        destroy(file);
      },
    });
    expect(code).toBe(exitCodes.failure);
    expect(terminal.notes.join('\n')).toContain('can only be answered from the session on disk');
    expect(terminal.lines.join('\n')).not.toContain('correct, character by character');
  },
);

test('the answer comes from what is on disk when it is asked for', async () => {
  const root = sampleFolder(6);
  const terminal = silentTerminal();
  const code = await runDemo({
    ...demoOptions(root, terminal),
    async beforeQuestion(file) {
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replaceAll(".77'", ".99'"));
    },
  });
  expect(code).toBe(exitCodes.ok);
  expect(terminal.lines.join('\n')).toMatch(/Answer: `1\.\d+\.99`/);
});
