import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entriesOf, line, question, sessionsIn, write } from '../support/claude-code-log.js';
import { setUpChat, turnsOf } from '../support/chat-setup.js';
import { runCli } from '../support/run-cli.js';
import { startInTerminal } from '../support/spawn-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('import', () => {
  it('keeps times, models, title and folder; twice adds nothing, and later what is new', async () => {
    const cwd = temporaryFolder();
    write(join(cwd, 'log.jsonl'), [
      ...question,
      { type: 'ai-title', aiTitle: 'Colours', sessionId: 's' },
    ]);
    const first = await runCli(['import', 'log.jsonl'], { cwd });
    expect(first).toMatchObject({ code: 0, stdout: '' });
    expect(first.stderr).toContain('claude-code: 1 session, 2 new messages');
    const [info] = await sessionsIn(cwd);
    expect(info).toMatchObject({
      id: 'shop-session',
      agent: 'claude-code',
      title: 'Colours',
      metadata: { imported: { project: '/home/u/shop', startedAt: '2026-01-05T10:00:01.000Z' } },
    });
    expect((await runCli(['import', 'log.jsonl'], { cwd })).stderr).toBe(
      'Nothing new: 1 file is here already.\n',
    );
    write(join(cwd, 'log.jsonl'), [...question, line('3', '2', 'And now')]);
    expect((await runCli(['import', '.'], { cwd })).stderr).toContain(
      '1 new message (1 had grown)',
    );
    const entries = await entriesOf(cwd, 'shop');
    expect(entries.map(({ createdAt }) => createdAt.slice(17, 19))).toEqual(['01', '02', '03']);
    expect(entries[1]).toMatchObject({
      model: 'claude-opus-4-6',
      metadata: { imported: 'claude-code' },
    });
  });

  it('withdraws what was rewound, at once or since the last import', async () => {
    const cwd = temporaryFolder();
    const path = join(cwd, 'log.jsonl');
    const said = async () =>
      (await entriesOf(cwd, 'shop')).map(({ message, withdrawn }) => {
        const { content } = message;
        return `${withdrawn === true ? '-' : '+'}${typeof content === 'string' ? content : ''}`;
      });
    const left = [...question, line('3', '2', 'Paint it blue'), line('4', '3', 'Blue.')];
    write(path, left);
    await runCli(['import', path], { cwd });
    expect(await said()).toEqual(['+Which colour', '+It is red.', '+Paint it blue', '+Blue.']);
    const kept = [line('5', '2', 'Paint it green'), line('6', '5', 'Green.')];
    write(path, [...left, ...kept]);
    await runCli(['import', path], { cwd });
    const expected = [
      '+Which colour',
      '+It is red.',
      '-Paint it blue',
      '-Blue.',
      '+Paint it green',
      '+Green.',
    ];
    expect(await said()).toEqual(expected);
    await runCli(['import', path], { cwd });
    expect(await said()).toEqual(expected);
    const other = temporaryFolder();
    await runCli(['import', path], { cwd: other });
    expect((await entriesOf(other, 'shop')).map(({ withdrawn }) => withdrawn ?? false)).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
    expect((await runCli(['search', 'blue'], { cwd })).code).toBe(3);
  });

  it('gives sub-agents sessions of their own and notes compactions, which change no request', async () => {
    const cwd = temporaryFolder();
    const boundary = { subtype: 'compact_boundary', compactMetadata: { preTokens: 900 } };
    const lines = [
      ...question,
      line('7', null, 'Look into the shop', { isSidechain: true }),
      { ...line('3', '2', ''), type: 'system', message: undefined, ...boundary },
      line('4', '3', 'A summary', { isCompactSummary: true }),
    ];
    write(join(cwd, 'log.jsonl'), lines);
    const { stdout } = await runCli(['import', 'log.jsonl', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject([
      { id: 'shop-session', added: 4 },
      { id: 'agent-side-1-shop-ses', parent: 'shop-session' },
    ]);
    const [, , , summary] = await entriesOf(cwd, 'shop');
    expect(summary?.metadata).toMatchObject({ origin: 'summary' });
    const full = await runCli(['sessions', '--export', 'shop', '--full'], { cwd });
    expect(full.stdout).toContain(
      '"name":"foreign-compaction","value":{"seq":3,"tool":"claude-code","createdAt":' +
        '"2026-01-05T10:00:04.000Z","tokensBefore":900}',
    );
    const context = await runCli(['context', 'shop', '--json'], { cwd });
    expect(JSON.parse(context.stdout)).toMatchObject({ epoch: 0 });
  });

  it('finds, continues and then keeps apart what went on elsewhere; no request of the past', async () => {
    const { cwd, args, server } = await setUpChat([{ text: ['Blue it is.'] }]);
    const path = join(cwd, 'log.jsonl');
    write(path, question);
    await runCli(['import', path], { cwd });
    const found = await runCli(
      ['search', 'colour', '--project', '/home/u', '--tool', 'claude-code'],
      { cwd },
    );
    expect(found.stdout).toMatch(/^ 1 {2}Which colour\n {4}claude-code · .* · \/home\/u\/shop\n/);
    expect(found.stderr).toContain('everlong chat -s shop-session');
    for (const filter of [
      ['--project', 'elsewhere'],
      ['--tool', 'codex'],
      ['--since', '2026-01-06'],
    ]) {
      expect((await runCli(['search', 'colour', ...filter], { cwd })).code).toBe(3);
    }
    const answer = await runCli([...args, '-s', 'shop', '-p', 'Paint it blue'], { cwd });
    expect(answer).toMatchObject({ code: 0, stdout: 'Blue it is.\n' });
    const texts = turnsOf(server)[0]?.body.messages.map(({ content }) => content);
    expect(texts).toEqual(expect.arrayContaining(['Which colour', 'It is red.', 'Paint it blue']));

    const past = await runCli(['context', 'shop', '--at', '1'], { cwd });
    expect(past.code).toBe(4);
    expect(past.stderr).toContain('was made by claude-code');
    expect(await runCli(['context', 'shop', '--at', '3'], { cwd })).toMatchObject({ code: 0 });

    write(path, [...question, line('3', '2', 'Elsewhere')]);
    const apart = await runCli(['import', path], { cwd });
    expect(apart.stderr).toContain('it is kept apart as shop-session-2');
    expect(await entriesOf(cwd, 'shop-session-2')).toHaveLength(3);
    expect((await entriesOf(cwd, 'shop-session')).length).toBe(4);
    expect((await runCli(['import', path], { cwd })).stderr).toContain('Nothing new');
  });

  it('is gone on with as the newest session, of its program or of any', async () => {
    const { cwd, chat, server } = await setUpChat([{ text: ['Fine.'] }]);
    write(join(cwd, 'log.jsonl'), question);
    await runCli(['import', 'log.jsonl'], { cwd });
    const none = await chat('assistant', '-c', '-p', 'And now?');
    expect(none.code).toBe(3);
    expect(none.stderr).toContain('with claude-code: everlong chat -s shop-session');
    for (const named of [[], ['claude-code']]) {
      expect(await chat(...named, '-c', '-p', 'And now?')).toMatchObject({ code: 0, stderr: '' });
    }
    expect(await entriesOf(cwd, 'shop-session')).toHaveLength(6);
    expect(turnsOf(server)).toHaveLength(2);
  });

  it('takes a file in the place of a session', async () => {
    const { cwd, args, server } = await setUpChat([{ text: ['Green.'] }]);
    write(join(cwd, 'log.jsonl'), question);
    const context = await runCli(['context', 'log.jsonl', '--json'], { cwd });
    expect(JSON.parse(context.stdout)).toMatchObject({ epoch: 0 });
    expect((await runCli(['search', 'red', '--in', 'log.jsonl'], { cwd })).stdout).toContain(
      'It is red',
    );
    expect(await sessionsIn(cwd)).toEqual([]);
    const answer = await runCli([...args, 'log.jsonl', '-p', 'And now?'], { cwd });
    expect(answer).toMatchObject({ code: 0, stdout: 'Green.\n' });
    expect(turnsOf(server)).toHaveLength(1);
    expect(await entriesOf(cwd, 'shop')).toHaveLength(4);
  });

  it('discovers the usual places and asks before it imports', async () => {
    const cwd = temporaryFolder();
    const folder = join(cwd, '.claude/projects/shop');
    mkdirSync(folder, { recursive: true });
    write(join(folder, 'log.jsonl'), question);
    const asked = await runCli(['import', '--discover'], { cwd });
    expect(asked.code).toBe(2);
    expect(asked.stderr).toMatch(
      /^Claude Code {2}1 session {2}1 kB {2}\d{4}-\d\d-\d\d {2}.*\.claude/,
    );
    expect(asked.stderr).toContain('Pass --yes');
    const before = statSync(join(folder, 'log.jsonl'));
    expect((await runCli(['import', '--yes'], { cwd })).code).toBe(0);
    const again = await runCli(['import', '--discover'], { cwd });
    expect(again).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Nothing new: 1 file'),
    });
    write(join(folder, 'other.jsonl'), [line('1', null, 'Where', { sessionId: 'other' })]);
    const some = startInTerminal(['import', '--discover'], { cwd, environment: { TERM: 'xterm' } });
    await some.shows('Import 1 of them? The others are here already.');
    some.child.stdin?.write('n\r');
    await some.shows('Nothing was imported.');
    expect(readdirSync(folder)).toEqual(['log.jsonl', 'other.jsonl']);
    expect(statSync(join(folder, 'log.jsonl')).mtimeMs).toBe(before.mtimeMs);
    expect((await runCli(['import', 'codex'], { cwd })).code).toBe(3);
  });

  it('names what is damaged and imports the rest', async () => {
    const cwd = temporaryFolder();
    writeFileSync(
      join(cwd, 'log.jsonl'),
      `${JSON.stringify(question[0])}\n{"torn\n${JSON.stringify(question[1])}\n`,
    );
    writeFileSync(join(cwd, 'other.json'), '{"name":"shop"}');
    const { code, stderr } = await runCli(['import', '.'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain('log.jsonl:2: this line is not JSON and was left out: "{\\"torn"');
    expect(stderr).toContain('1 other file passed over.');
    expect(await entriesOf(cwd, 'shop')).toHaveLength(2);
    expect(await runCli(['import', 'other.json'], { cwd })).toMatchObject({ code: 1 });
  });

  it.each(['openai-chat', 'openai-responses', 'anthropic', 'langchain'])(
    'reads what is exported as the body of %s',
    async (sdk) => {
      const cwd = temporaryFolder();
      const call = { type: 'tool_use', id: 't-1', name: 'Bash', input: { command: 'node -v' } };
      const answer = { id: 'm-9', role: 'assistant', content: [call] };
      const result = { type: 'tool_result', tool_use_id: 't-1', content: 'v24' };
      write(join(cwd, 'log.jsonl'), [
        ...question,
        { ...line('3', '2', 'And Node.'), message: answer },
        { ...line('4', '3', ''), message: { role: 'user', content: [result] } },
      ]);
      await runCli(['import', 'log.jsonl'], { cwd });
      const { stdout } = await runCli(['sessions', '--export', 'shop', '--as', sdk], { cwd });
      writeFileSync(join(cwd, 'body.json'), stdout);
      const imported = await runCli(['import', 'body.json', '--json'], { cwd });
      expect(JSON.parse(imported.stdout)).toMatchObject([{ agent: sdk }]);
      const found = await runCli(['search', 'v24', '--tool', sdk], { cwd });
      expect(found.stdout).toContain('v24');
    },
  );
});
