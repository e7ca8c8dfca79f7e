import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { setUpChat, turnsOf } from '../support/chat-setup.js';
import { runCli } from '../support/run-cli.js';
import { spawnCli, startCli, startInTerminal } from '../support/spawn-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

type Fields = Record<string, unknown>;

interface StoredEntry {
  seq: number;
  createdAt: string;
  message: { role: string; content: unknown };
  usage?: { inputTokens: number; outputTokens: number };
  metadata: Fields;
  withdrawn?: true;
}

/** A line of a Claude Code session, below the one before it unless it says otherwise. */
function line(uuid: string, parentUuid: string | null, text: string, fields: Fields = {}): Fields {
  const isAnswer = text.endsWith('.');
  const message = isAnswer
    ? {
        id: `m-${uuid}`,
        role: 'assistant',
        model: 'claude-opus-4-6',
        content: [{ type: 'text', text }],
      }
    : { role: 'user', content: text };
  return {
    type: isAnswer ? 'assistant' : 'user',
    uuid,
    parentUuid,
    message,
    sessionId: 'shop-session',
    cwd: '/home/u/shop',
    timestamp: `2026-01-05T10:00:0${uuid}.000Z`,
    ...fields,
  };
}

function write(path: string, lines: readonly Fields[]): void {
  writeFileSync(path, lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

async function entriesOf(cwd: string, id: string): Promise<StoredEntry[]> {
  const { stdout } = await runCli(['sessions', '--export', id, '--json'], { cwd });
  return stdout
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each) as StoredEntry);
}

async function sessionsIn(cwd: string): Promise<Fields[]> {
  return JSON.parse((await runCli(['sessions', '--json'], { cwd })).stdout) as Fields[];
}

const question = [line('1', null, 'Which colour'), line('2', '1', 'It is red.')];

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

  it.each(['jsonl', 'sqlite'])(
    'stops at Ctrl-C, and goes on when asked again (%s)',
    async (kind) => {
      const cwd = temporaryFolder();
      const said = Array.from({ length: 20_000 }, (_, at) =>
        line(`${at + 1}`, at === 0 ? null : `${at}`, at % 2 === 0 ? 'And now' : 'Fine.', {
          timestamp: new Date(1_760_000_000_000 + at).toISOString(),
        }),
      );
      write(join(cwd, 'log.jsonl'), said);
      const { child, result } = startCli(['import', 'log.jsonl', '--store', kind], { cwd });
      const store = kind === 'jsonl' ? 'sessions' : 'sessions.db';
      await vi.waitUntil(() => existsSync(join(cwd, '.everlong', store)), 20_000);
      // As it arrives below npm.
      child.kill('SIGINT');
      child.kill('SIGINT');
      const { stderr, code } = await result;
      expect({ stderr, code }).toEqual({
        stderr: 'interrupted: import again to go on\n',
        code: 130,
      });
      expect((await runCli(['doctor'], { cwd })).stdout).toContain('All is well');
      const again = await runCli(['import', 'log.jsonl'], { cwd });
      expect(again.stderr).toContain('1 session, 20,000 new messages');
    },
  );

  it.each(['jsonl', 'sqlite'])('may run twice at once (%s)', async (kind) => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'logs'));
    for (let at = 0; at < 60; at++) {
      write(join(cwd, `logs/${at}.jsonl`), [
        line('1', null, 'Which colour', { sessionId: `shop-${at}` }),
        line('2', '1', 'It is red.', { sessionId: `shop-${at}` }),
      ]);
    }
    const once = () => spawnCli(['import', 'logs', '--store', kind], { cwd });
    for (const { code, stderr } of await Promise.all([once(), once()])) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('error') });
    }
    const sessions = await sessionsIn(cwd);
    expect(sessions.map(({ entryCount }) => entryCount)).toEqual(Array(60).fill(2));
    expect((await runCli(['import', 'logs'], { cwd })).stderr).toContain('60 files are here');
  });

  it('says what a search that finds nothing was limited by', async () => {
    const cwd = temporaryFolder();
    const search = async (...args: string[]) => {
      const { stdout, stderr, code } = await runCli(['search', 'colour', ...args], { cwd });
      expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
      return stderr;
    };
    expect(await search()).toContain('There are no sessions in');
    expect(await search()).toContain('pass --dir');
    write(join(cwd, 'log.jsonl'), question);
    await runCli(['import', 'log.jsonl'], { cwd });
    expect(await search('--tool', 'Bash')).toContain('by "Bash". Programs: claude-code. --tool is');
    expect(await search('--since', '2026-01-06')).toContain('Without --since there is something.');
    expect(await search('--since', '2026-01-06', '--project', '.')).toContain(
      'Without --project and --since there is something.',
    );
    expect(await search('--in', 'nosuch.jsonl')).toContain('There is no file');
    write(join(cwd, 'here.jsonl'), [line('1', null, 'My colour', { cwd, sessionId: 'here' })]);
    await runCli(['import', 'here.jsonl'], { cwd });
    const here = await runCli(['search', 'colour', '--project', '.'], { cwd });
    expect(here.stdout).toContain('My colour');
    expect(here.stdout).not.toContain('Which colour');
  });

  it('says what it looked for in a folder without recordings', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'empty'));
    const { stdout, stderr, code } = await runCli(['import', 'empty', '--json'], { cwd });
    expect({ stdout, code }).toEqual({ stdout: '[]\n', code: 3 });
    expect(stderr).toContain(`no recording in ${join(cwd, 'empty')} or below: no .jsonl, .json`);
    const none = await runCli(['import', '--discover', '--json'], { cwd });
    expect(none).toMatchObject({ stdout: '[]\n', code: 0 });
  });

  it('takes a recording from stdin, too', async () => {
    const cwd = temporaryFolder();
    const input = question.map((each) => `${JSON.stringify(each)}\n`).join('');
    for (const told of ['claude-code: 1 session, 2 new messages', '1 session is here already']) {
      const { stderr, code } = await runCli(['import', '-'], { cwd, input });
      expect({ stderr, code }).toEqual({ stderr: expect.stringContaining(told), code: 0 });
    }
    expect((await runCli(['import', '-'], { cwd, input: 'no recording' })).code).toBe(1);
    expect(await entriesOf(cwd, 'shop')).toHaveLength(2);
  });

  it('is told by the doctor what a torn import loses, and what brings it back', async () => {
    const cwd = temporaryFolder();
    const file = join(cwd, 'log.jsonl');
    write(file, [...question, line('3', '2', 'And now'), line('4', '3', 'Fine.')]);
    await runCli(['import', file, '--store', 'jsonl'], { cwd });
    const log = join(cwd, '.everlong/sessions/claude-code/shop-session.jsonl');
    const text = readFileSync(log, 'utf8');
    writeFileSync(log, text.slice(0, text.indexOf('Fine.')));
    const { stdout, stderr } = await runCli(['doctor', '--repair'], { cwd });
    expect(stdout).toContain('among them whole lines of an unfinished batch: 3');
    expect(stderr).toMatch(/Importing again brings back session shop-session: everlong import .+/);
    await runCli(['import', file], { cwd });
    expect(await entriesOf(cwd, 'shop')).toHaveLength(4);
    expect((await runCli(['doctor'], { cwd })).stdout).toContain('All is well');
  });

  it('is stored again where it is damaged', async () => {
    const { cwd, chat } = await setUpChat([{ text: ['Fine.'] }]);
    const file = join(cwd, 'log.jsonl');
    write(file, question);
    await runCli(['import', file, '--store', 'jsonl'], { cwd });
    const log = join(cwd, '.everlong/sessions/claude-code/shop-session.jsonl');
    const lines = readFileSync(log, 'utf8').split('\n');
    const at = lines.findIndex((each) => each.includes('It is red'));
    writeFileSync(log, lines.with(at, '{"type').join('\n'));
    const cure = `everlong import ${file}`;
    const doctor = await runCli(['doctor'], { cwd });
    expect(doctor.stderr).toContain(`brings back session shop-session: ${cure}`);
    const refused = await chat('-s', 'shop-session', '-p', 'And now?');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(cure)]);
    const again = await runCli(['import', file], { cwd });
    expect(again.stderr).toContain('is damaged: it is kept again as shop-session-2.');
    expect(await entriesOf(cwd, 'shop-session-2')).toHaveLength(2);
    expect((await runCli(['import', file], { cwd })).stderr).toContain('1 session is here already');
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
