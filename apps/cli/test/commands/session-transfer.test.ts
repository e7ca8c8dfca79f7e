import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { setUpChat } from '../support/chat-setup.js';
import { runCli } from '../support/run-cli.js';
import { startCli } from '../support/spawn-cli.js';
import { exchangeOf, storeSessions } from '../support/stored-sessions.js';
import { temporaryFolder } from '../support/temporary-folder.js';

type Line = Record<string, unknown>;

function linesOf(text: string): Line[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** What an import cannot keep: when the session, and each of its decisions, was stored here. */
function withoutTimes(lines: Line[]): Line[] {
  return lines.map((line) => {
    const times = line['object'] === 'session' ? ['createdAt', 'updatedAt'] : ['recordedAt'];
    return Object.fromEntries(Object.entries(line).filter(([name]) => !times.includes(name)));
  });
}

test.each(['jsonl', 'sqlite'])(
  'a session that is exported in full and imported into %s is the same, down to the next request',
  async (kind) => {
    const { cwd, args, server } = await setUpChat([{ text: ['Noted.'] }]);
    const long = 'the host of staging '.repeat(600);
    const typed = [`My port is 8443, ${long}`, long, long, '/rename Ports', 'Not this one.'];
    typed.push('/rewind', 'Which port?', '/quit');
    await runCli([...args, '-i'], { cwd, input: `${typed.join('\n')}\n` });
    const [listed] = linesOf((await runCli(['sessions', '--json'], { cwd })).stdout).flat();
    const id = String((listed as unknown as Line)['id']);
    const { stdout } = await runCli(['sessions', '--export', id, '--full'], { cwd });
    const exported = linesOf(stdout);
    expect(exported.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['compaction', 'rewind', 'inputs']) as unknown[],
    );

    const other = temporaryFolder();
    writeFileSync(join(other, 'session.jsonl.gz'), gzipSync(stdout));
    const store = ['--store', kind];
    const imported = await runCli(['sessions', 'import', 'session.jsonl.gz', ...store], {
      cwd: other,
    });
    expect(imported.stderr).toBe(
      `Imported session ${id} of the agent assistant with 10 messages.\n`,
    );
    const again = await runCli(['sessions', '--export', id, '--full', ...store], { cwd: other });
    expect(withoutTimes(linesOf(again.stdout))).toEqual(withoutTimes(exported));

    const cut = stdout.trim().split('\n').slice(0, -1).join('\n');
    const third = temporaryFolder();
    const refused = await runCli(['sessions', 'import', '-', ...store], { cwd: third, input: cut });
    const count = exported.filter(({ object }) => object === 'record').length;
    expect(refused.stderr).toContain(`10 of 10 entries, ${count - 1} of ${count} records`);
    expect((await runCli(['sessions', '--json', ...store], { cwd: third })).stdout).toBe('[]\n');

    for (const folder of [cwd, other]) {
      const chosen = folder === cwd ? [] : store;
      await runCli([...args, '-s', id, '-p', 'And now?', ...chosen], { cwd: folder });
    }
    const [before, after] = server.requests.slice(-2);
    expect(after?.body).toEqual({ ...before?.body });
  },
);

test('bytes and addresses of files come through', async () => {
  const cwd = temporaryFolder();
  const url = new URL('https://example.com/a.png');
  const bytes = Uint8Array.from({ length: 5000 }, (_, index) => index % 256);
  const content = [
    { type: 'text' as const, text: 'Look \u2028 \u202e here' },
    { type: 'file' as const, mediaType: 'image/png', data: bytes },
    { type: 'file' as const, mediaType: 'image/png', data: url },
  ];
  const entries = [{ message: { role: 'user' as const, content } }, ...exchangeOf('A?', 'B.')];
  await storeSessions(cwd, [{ id: 'pictures', agent: 'coder', metadata: { own: 1 }, entries }]);
  const { stdout } = await runCli(['sessions', '--export', 'pictures', '--full'], { cwd });
  const other = temporaryFolder();
  await runCli(['sessions', 'import', '-'], { cwd: other, input: stdout });
  const again = await runCli(['sessions', '--export', 'pictures', '--full'], { cwd: other });
  expect(withoutTimes(linesOf(again.stdout))).toEqual(withoutTimes(linesOf(stdout)));
  // What the export is, the other commands read too.
  writeFileSync(join(other, 'export.jsonl'), stdout);
  const counted = await runCli(['count', 'export.jsonl'], { cwd: other });
  expect(counted.stdout).toContain('(3 messages, everlong)');
});

test('what is no whole export is refused and leaves nothing', async () => {
  const cwd = temporaryFolder();
  const entries = [...exchangeOf('Which port?', 'It is 8443.'), ...exchangeOf('Sure?', 'Yes.')];
  await storeSessions(cwd, [{ id: 'ports', agent: 'coder', title: 'Ports', entries }]);
  const { stdout } = await runCli(['sessions', '--export', 'ports', '--full'], { cwd });
  const lines = stdout.trim().split('\n');
  const plain = await runCli(['sessions', '--export', 'ports', '--json'], { cwd });
  const other = temporaryFolder();
  const refused: [text: string, told: string, code?: number][] = [
    ['', 'x.jsonl is empty: there is no conversation in it.', 1],
    [
      plain.stdout,
      'is no whole export of a session. Make one with everlong sessions --export ID --full.',
    ],
    [stdout.replace(/,"epoch":\d+/, ''), 'is no whole export of a session.'],
    [lines.slice(0, -1).join('\n'), 'is not whole: it has 3 of 4 entries'],
    [lines.filter((_, index) => index !== 2).join('\n'), 'x.jsonl:3: entry 1 is missing here.'],
    [`${stdout}{"seq":`, 'x.jsonl:6 is not JSON'],
    [stdout.replace('"role":"assistant"', '"role":"robot"'), 'x.jsonl:3: '],
    [`${stdout}{"object":"record","recordSeq":0,"type":"pin","seq":-1}\n`, 'x.jsonl:6: '],
  ];
  for (const [text, told, code = 4] of refused) {
    writeFileSync(join(other, 'x.jsonl'), text);
    const result = await runCli(['sessions', 'import', 'x.jsonl'], { cwd: other });
    expect(result.stderr).toContain(told);
    expect(result).toMatchObject({ stdout: '', code });
    expect((await runCli(['sessions', '--json'], { cwd: other })).stdout).toBe('[]\n');
  }
  expect((await runCli(['sessions', 'import', 'no.jsonl'], { cwd: other })).code).toBe(3);
  expect((await runCli(['sessions', '--full'], { cwd: other })).code).toBe(2);

  writeFileSync(join(cwd, 'x.jsonl'), stdout.replaceAll('8443', '9999'));
  const taken = await runCli(['sessions', 'import', 'x.jsonl'], { cwd });
  expect(taken.stderr).toContain('Session "ports" is here already. Delete it first');
  const kept = await runCli(['sessions', '--export', 'ports', '--full'], { cwd });
  expect(kept.stdout).toBe(stdout);
  expect(readFileSync(join(cwd, 'x.jsonl'), 'utf8')).not.toBe(stdout);
});

/** The export of a session of 500 messages, and an import of it that waits for the second half. */
async function halfImported(store: readonly string[]) {
  const cwd = temporaryFolder();
  const pairs = Array.from({ length: 250 }, (_, turn) => exchangeOf(`Port ${turn}?`, `${turn}.`));
  await storeSessions(cwd, [
    { id: 'ports', agent: 'coder', title: 'Ports', entries: pairs.flat() },
  ]);
  const { stdout } = await runCli(['sessions', '--export', 'ports', '--full'], { cwd });
  const other = temporaryFolder();
  const run = (...args: string[]) => runCli([...args, ...store], { cwd: other, input: stdout });
  const importing = startCli(['sessions', 'import', '-', ...store], { cwd: other, open: true });
  importing.child.stdin?.write(stdout.slice(0, stdout.length / 2));
  const entriesThere = async () => {
    const listed = JSON.parse((await run('sessions', '--json')).stdout) as Line[];
    return listed.map(({ entryCount }) => entryCount);
  };
  await expect.poll(entriesThere, { timeout: 60_000 }).toEqual([200]);
  return { exported: stdout, run, importing };
}

test.each(['jsonl', 'sqlite'])(
  'what a killed import leaves in %s is no session, and the next import replaces it',
  async (kind) => {
    const { exported, run, importing } = await halfImported(['--store', kind]);
    importing.child.kill('SIGKILL');
    await importing.result;
    expect((await run('sessions')).stdout).toContain('200 messages  (import not finished) Ports');
    for (const args of [
      ['sessions', '--export', 'ports', '--full'],
      ['chat', '--session', 'ports', '-p', 'Which port?', '-m', 'openai/gpt-5'],
      ['history', 'ports'],
    ]) {
      const refused = await run(...args);
      expect(refused).toMatchObject({ stdout: '', code: 4 });
      expect(refused.stderr).toContain('The import of session "ports" did not finish.');
    }
    expect((await run('history')).stderr).toContain('There are no sessions yet.');
    const again = await run('sessions', 'import', '-');
    expect(again.stderr).toBe('Imported session ports of the agent coder with 500 messages.\n');
    const { stdout } = await run('sessions', '--export', 'ports', '--full');
    expect(linesOf(stdout).slice(1)).toEqual(linesOf(exported).slice(1));
    expect(linesOf(stdout)[0]).toMatchObject({ metadata: {}, title: 'Ports', entryCount: 500 });
  },
);

test('an import that Ctrl-C stops leaves nothing', async () => {
  const { run, importing } = await halfImported([]);
  importing.child.kill('SIGINT');
  expect(await importing.result).toMatchObject({
    stderr: 'interrupted: import again to go on\n',
    code: 130,
  });
  expect((await run('sessions', '--json')).stdout).toBe('[]\n');
});

test('of two imports of a session at once, the second begins anew and the first says so', async () => {
  const { exported, run, importing } = await halfImported([]);
  expect((await run('sessions', 'import', '-')).code).toBe(0);
  importing.child.stdin?.end(exported.slice(exported.length / 2));
  const { stderr, code } = await importing.result;
  expect(stderr).toContain('Another import of session "ports" began meanwhile.');
  expect(code).toBe(4);
  expect((await run('history', 'ports', '--last', '1')).stdout).toContain('499  assistant: 249.');
});

test('a part that an import left can be deleted', async () => {
  const { run, importing } = await halfImported([]);
  importing.child.kill('SIGKILL');
  await importing.result;
  expect((await run('sessions', 'delete', 'ports', '--yes')).code).toBe(0);
  expect((await run('sessions', '--json')).stdout).toBe('[]\n');
});

test('an export that Windows PowerShell wrote as UTF-16 is read', async () => {
  const cwd = temporaryFolder();
  await storeSessions(cwd, [
    { id: 'ports', agent: 'coder', entries: exchangeOf('Où?', '📍 8443') },
  ]);
  const { stdout } = await runCli(['sessions', '--export', 'ports', '--full'], { cwd });
  const other = temporaryFolder();
  const text = Buffer.from(`\uFEFF${stdout.replaceAll('\n', '\r\n')}`, 'utf16le');
  for (const [id, bytes] of [['ports', text] as const, ['harbours', text.swap16()] as const]) {
    writeFileSync(join(other, `${id}.jsonl`), bytes);
    const imported = await runCli(['sessions', 'import', `${id}.jsonl`], { cwd: other });
    expect(imported).toMatchObject({ code: 0 });
    const again = await runCli(['sessions', '--export', 'ports', '--full'], { cwd: other });
    expect(linesOf(again.stdout).slice(1)).toEqual(linesOf(stdout).slice(1));
    await runCli(['sessions', 'delete', 'ports', '--yes'], { cwd: other });
  }
});
