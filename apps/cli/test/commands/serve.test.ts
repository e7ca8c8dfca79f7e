import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variableOf } from '../../src/setup/variables.js';
import { settingNames } from '../../src/setup/settings.js';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { serve } from '../support/serve.js';
import { exchangeOf, storeSessions } from '../support/stored-sessions.js';
import { startCli } from '../support/spawn-cli.js';

describe('everlong serve', () => {
  it('prints one line, has a key at the first start only, and keeps what it was given', async () => {
    const cwd = temporaryFolder();
    const first = await serve(cwd);
    expect(first.adminKey).toMatch(/^elk_/);
    // What was said there is not to be committed with the folder.
    expect(readFileSync(join(cwd, '.everlong/.gitignore'), 'utf8')).toBe('*\n');
    expect((await fetch(`${first.url}/livez`)).status).toBe(200);
    const made = await first.call('POST /v1/sessions', { id: 'kept', title: 'Kept' });
    expect(made.status).toBe(201);
    const stream = await first.call('GET /v1/sessions/kept/events');
    first.child.kill('SIGTERM');
    expect(await stream.text()).toContain(': still here');
    const { code, stdout } = await first.result;
    expect([code, stdout.trim().split('\n').length]).toEqual([0, 1]);

    const second = await serve(cwd, { key: first.adminKey ?? '' });
    expect(second.adminKey).toBeUndefined();
    const kept = await second.call('GET /v1/sessions/kept');
    expect(await kept.json()).toMatchObject({ title: 'Kept' });
    second.child.kill('SIGINT');
    expect((await second.result).code).toBe(0);
    const listed = await runCli(['sessions'], { cwd });
    expect(listed.stdout).toContain('Kept');
  });

  it('serves the sessions that the command line has in the folder', async () => {
    const cwd = temporaryFolder();
    const entries = exchangeOf('The port is 8443.', 'Noted.');
    await storeSessions(cwd, [{ id: '1a2b3c4d', agent: 'assistant', title: 'Ports', entries }]);
    const server = await serve(cwd);
    const found = await server.call('GET /v1/sessions/1a2b3c4d');
    expect(await found.json()).toMatchObject({ title: 'Ports', message_count: 2 });
    expect((await server.call('POST /v1/sessions', { id: 'made', title: 'Made' })).status).toBe(
      201,
    );
    server.child.kill('SIGTERM');
    expect((await server.result).code).toBe(0);
    expect((await runCli(['sessions'], { cwd })).stdout).toMatch(/Made[^]*Ports|Ports[^]*Made/);
  });

  it('tells people where it is, with calls that work as they are printed', async () => {
    const cwd = temporaryFolder();
    const running = startCli(['serve', '--port', '0'], { cwd, open: true });
    await running.shows('Create a session:');
    await running.shows('-d \'{"title":"First"}\'');
    running.child.kill('SIGTERM');
    const { stdout } = await running.result;
    const [, url] = /listens on (\S+) /.exec(stdout) ?? [];
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(stdout).toMatch(/Admin key, shown only this once: elk_/);
    const again = startCli(['serve', '--port', '0'], { cwd, open: true });
    await again.shows('Create a session:');
    again.child.kill('SIGTERM');
    const { stdout: later } = await again.result;
    expect(later).not.toContain('elk_');
    expect(later).toContain('/v1/keys');
  });

  it('runs without keys on this machine only, and says so loudly', async () => {
    const cwd = temporaryFolder();
    const running = startCli(['serve', '--port', '0', '--no-auth'], { cwd, open: true });
    await running.shows('NO AUTHENTICATION');
    running.child.kill('SIGTERM');
    await running.result;
    const open = await runCli(['serve', '--no-auth', '--host', '0.0.0.0'], { cwd });
    expect(open.code).toBe(4);
    expect(open.stderr).toContain('this machine only');
  });

  it('says with an option of its own that its folder cannot be made', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.everlong'), 'a file');
    const { code, stderr } = await runCli(['serve', '--port', '0'], { cwd });
    expect(code).toBe(4);
    expect(stderr).toContain('Give the path of a SQLite file');
    expect(stderr).not.toContain('--dir');
  });

  it('refuses what it cannot use, all of it at once', async () => {
    const cwd = temporaryFolder();
    const environment = {
      EVERLONG_PORT: 'many',
      EVERLONG_ADMIN_KEY: 'short',
      EVERLONG_LOG_LEVEL: 'loud',
      EVERLONG_MAX_BODY_BYTES: '-1',
      EVERLONG_DATABASE_URL: 'postgres://localhost/x',
      EVERLONG_ADMIN_KEYS: 'one-of-more-than-24-characters',
    };
    const { code, stderr, stdout } = await runCli(['serve', '--json'], { cwd, environment });
    expect([code, stdout]).toEqual([4, '']);
    for (const name of Object.keys(environment)) expect(stderr).toContain(name);
    expect(stderr).toContain('only in SQLite');
    expect(stderr).toContain('Did you mean EVERLONG_ADMIN_KEY?');
    writeFileSync(join(cwd, 'wrong.yaml'), 'prot: 80\nhost: [a]\ndrain_seconds: soon\n');
    const wrong = await runCli(['serve', '--config', 'wrong.yaml'], { cwd });
    expect(wrong.stderr).toContain('Did you mean "port"?');
    expect(wrong.stderr).toContain('host in');
    expect(wrong.stderr).toContain('drain_seconds in');
    expect((await runCli(['serve', '--config', 'gone.yaml'], { cwd })).code).toBe(3);
  });

  it("starts beside variables of everlong's other commands", async () => {
    const settings = settingNames.map((name) => [variableOf(name), 'text']);
    const environment = { ...Object.fromEntries(settings), EVERLONG_KEY: 'k', EVERLONG_SEED: '1' };
    const wanted = { EVERLONG_CONTEXT_WINDOW: '8000', EVERLONG_MODEL: 'm' };
    const { child, result } = await serve(temporaryFolder(), {
      environment: { ...environment, ...wanted },
    });
    child.kill('SIGTERM');
    expect((await result).code).toBe(0);
  });

  it.each([
    [['--config', 'server.yaml'], {}, /port in \/.*\/server\.yaml is "70000"/],
    [['--config', 'server.yaml'], { EVERLONG_PORT: 'x' }, 'EVERLONG_PORT is "x"'],
  ])('%j %j: blames the place that a setting is from', async (args, environment, words) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'server.yaml'), 'port: 70000\n');
    const { code, stderr } = await runCli(['serve', ...args], { cwd, environment });
    expect(code).toBe(4);
    expect(stderr).toMatch(words);
    expect(stderr.match(/Give a whole number/g)).toHaveLength(1);
  });

  it.each(['abc', '99999', '-1', '1.5'])('--port %s is a wrong use', async (port) => {
    const environment = { EVERLONG_PORT: 'x' };
    const { code, stderr } = await runCli(['serve', '--port', port], {
      cwd: temporaryFolder(),
      environment,
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`'${port}' is invalid`)]);
    expect(stderr.match(/Give a whole number/g)).toHaveLength(1);
  });

  it('takes upstreams of a file as a mapping, and names the place of a mistake in it', async () => {
    const cwd = temporaryFolder();
    const lines = [
      'upstreams:',
      '  gpt-4:',
      '    api: openai',
      '    baseUrl: http://127.0.0.1:9/v1',
    ];
    const write = (name: string, ...more: string[]) =>
      writeFileSync(join(cwd, name), [...lines, ...more, ''].join('\n'));
    write('wrong.yaml', '    contextWindow: many');
    const wrong = await runCli(['serve', '--config', 'wrong.yaml'], { cwd });
    expect(wrong.code).toBe(4);
    expect(wrong.stderr).toMatch(/upstreams in .*wrong\.yaml is wrong at "gpt-4"\.contextWindow/);
    write('server.yaml', '    contextWindow: 100000');
    const { call } = await serve(cwd, { args: ['--config', 'server.yaml'] });
    expect((await call('POST /v1/sessions', { id: 's', model: 'gpt-4' })).status).toBe(201);
    const context = await (await call('GET /v1/sessions/s/context')).json();
    expect(context).toMatchObject({ state: { window: 100_000 } });
  });

  it('refuses a database that another server uses, until that one has ended, however it did', async () => {
    const cwd = temporaryFolder();
    const first = await serve(cwd);
    const { code, stderr } = await runCli(['serve', '--port', '0'], { cwd });
    expect([code, stderr]).toEqual([4, expect.stringContaining('Another server process uses')]);
    expect((await first.call('POST /v1/sessions', { id: 's' })).status).toBe(201);
    first.child.kill('SIGKILL');
    await first.result;
    const second = await serve(cwd, { key: first.adminKey ?? '' });
    expect((await second.call('GET /v1/sessions/s')).status).toBe(200);
  });

  it('leaves no database open when it cannot start', async () => {
    const cwd = temporaryFolder();
    const state = join(cwd, '.everlong/sessions.server.db');
    mkdirSync(state, { recursive: true });
    const { code, stderr } = await runCli(['serve', '--port', '0'], { cwd });
    expect(code).not.toBe(0);
    expect(stderr).toContain(state);
    const open = readdirSync(join(cwd, '.everlong')).filter((name) => /-(?:wal|shm)$/.test(name));
    expect(open).toEqual([]);
  });

  it('takes settings from a file, and a key from the environment', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'server.yaml'), 'database_url: other.db\nmax_body_bytes: 9000000\n');
    const key = 'a-key-of-more-than-24-characters';
    const environment = { EVERLONG_ADMIN_KEY: key };
    const running = await serve(cwd, { args: ['--config', 'server.yaml'], key, environment });
    expect(running.adminKey).toBeUndefined();
    expect((await running.call('GET /v1/tenants')).status).toBe(200);
    const taken = await runCli(['serve', '--port', new URL(running.url).port], { cwd });
    expect([taken.code, taken.stderr]).toEqual([4, expect.stringContaining('The port is taken')]);
  });
});
