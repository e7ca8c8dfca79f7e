import { expect, test } from 'vitest';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startInTerminal } from '../support/spawn-cli.js';

const models = (...args: string[]) => runCli(['models', ...args], { cwd: temporaryFolder() });

test('models are listed with windows, prices and how their tokens are counted', async () => {
  const { stdout, stderr, code } = await models('sonnet-4-5');
  expect(code).toBe(0);
  const [headings, row, ...more] = stdout.trimEnd().split('\n');
  expect(headings?.split(/ {2,}/).slice(0, 3)).toEqual(['model', 'provider', 'window']);
  expect(row?.split(/ {2,}/)).toEqual([
    'claude-sonnet-4-5',
    'anthropic',
    '200,000',
    '64,000',
    'estimated',
    '2026-11-30',
    '$3',
    '$15',
    '$0.3',
    '$3.75',
    '5 min',
  ]);
  expect(more).toEqual([]);
  expect(stderr).toMatch(/As of \d{4}-\d\d-\d\d, from /);
});

test('a provider lists its models, and a name as providers write it finds one', async () => {
  const google = JSON.parse((await models('google', '--json')).stdout) as {
    models: { provider: string }[];
  };
  expect(google.models.length).toBeGreaterThan(5);
  expect(new Set(google.models.map(({ provider }) => provider))).toEqual(new Set(['google']));
  const { stdout } = await models('us.anthropic.claude-opus-4-5-20251101-v1:0');
  expect(stdout).toContain('claude-opus-4-5');
});

test('what nobody knows is not found, and the nearest name is offered', async () => {
  const { stdout, stderr, code } = await models('claude-sonet-4-5');
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
  expect(stderr).toContain('Did you mean "claude-sonnet-4-5"?');
});

test('a part of a name that is misspelt is offered, too', async () => {
  const { stderr, code } = await models('sonet');
  expect(code).toBe(3);
  expect(stderr).toContain('Did you mean "sonnet"?');
});

test('a narrow terminal is shown fewer columns, and no line that wraps', async () => {
  const environment = { TERM: 'xterm' };
  const cwd = temporaryFolder();
  const { stdout } = await startInTerminal(['models', 'sonnet'], { cwd, environment, columns: 60 })
    .result;
  const lines = stdout.split('\r\n').filter((line) => line.startsWith('claude-'));
  expect(lines.length).toBeGreaterThan(2);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
});

test('for one model, what its provider offers follows, with sources', async () => {
  const { stdout } = await models('claude-opus-5-5');
  expect(stdout).toContain('compaction-on-demand: a readable, signed summary');
  expect(stdout).toContain(
    'beta compact-2026-09-04 · read 2026-11-23 · https://platform.claude.com',
  );
  expect(stdout).toContain('thinking: bound to what stood before it; reads that of claude-opus-5,');
  const { offers } = JSON.parse((await models('gpt-5.5', '--json')).stdout) as {
    offers: { feature: string; read: string | null }[];
  };
  expect(offers).toMatchObject([{ feature: 'compaction-encrypted', read: null }]);
  expect((await models('sonnet')).stdout).not.toContain('compaction-on-demand');
});
