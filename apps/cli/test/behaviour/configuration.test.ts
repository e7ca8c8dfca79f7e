import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setUpChat } from '../support/chat-setup.js';
import { documentedAgent, writeDocumentedAgent } from '../support/documented-agent.js';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A folder with the user's file (20 steps, missy), the folder's (30 steps), and an agent (40). */
function layeredFolder(): string {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, '.config', 'everlong'), { recursive: true });
  writeFileSync(
    join(cwd, '.config', 'everlong', 'config.yaml'),
    'max_steps: 20\ncontext:\n  policy: missy\n  window: 9000\n',
  );
  writeFileSync(join(cwd, 'everlong.yaml'), 'max_steps: 30\n');
  mkdirSync(join(cwd, 'agents'));
  writeFileSync(join(cwd, 'agents', 'coder.yaml'), 'name: coder\nmax_steps: 40\n');
  return cwd;
}

// promise: missy-4
test('layers win in their order, and each value says where it is from', async () => {
  const cwd = layeredFolder();
  const list = async (environment: Record<string, string>, ...more: string[]): Promise<string> =>
    (await runCli(['config', 'list', '--show-origin', ...more], { cwd, environment })).stdout;
  const plain = await list({});
  expect(plain).toContain(`max_steps = 30  (${cwd}/everlong.yaml)`);
  expect(plain).toContain(`context.policy = missy  (${cwd}/.config/everlong/config.yaml)`);
  expect(plain).toContain('store = jsonl  (default)');
  expect(await list({}, '--agent', 'coder')).toContain('max_steps = 40  (agents/coder.yaml)');
  const environment = { EVERLONG_MAX_STEPS: '50', EVERLONG_CONTEXT_POLICY: 'newest' };
  const all = await list(environment, '--agent', 'coder');
  expect(all).toContain('max_steps = 50  (EVERLONG_MAX_STEPS)');
  expect(all).toContain('context.policy = newest  (EVERLONG_CONTEXT_POLICY)');
  expect(all).toContain(`context.window = 9000  (${cwd}/.config/everlong/config.yaml)`);
});

test('a flag wins over all of them', async () => {
  const { cwd, args } = await setUpChat([{ text: ['ok'] }]);
  writeFileSync(join(cwd, 'everlong.yaml'), 'context:\n  window: 5000\n  policy: missy\n');
  const { stdout } = await runCli([...args, '-p', 'Hi', '--output', 'json'], { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ context: { window: 8000 } });
});

test('the model and the place of sessions can come from files and the environment', async () => {
  const { cwd, server } = await setUpChat([{ text: ['ok'] }]);
  writeFileSync(
    join(cwd, 'everlong.yaml'),
    `model: openai-compatible/local\nbase_url: ${server.url}\nstore: sqlite\ndir: data\n`,
  );
  expect(await runCli(['chat', '-p', 'Hi'], { cwd })).toMatchObject({ stdout: 'ok\n', code: 0 });
  const { stdout } = await runCli(['sessions'], { cwd });
  expect(stdout).toContain('2 messages');
  const environment = { EVERLONG_DIR: 'elsewhere' };
  const other = await runCli(['sessions'], { cwd, environment });
  expect(other).toMatchObject({ stdout: '', stderr: 'No sessions.\n', code: 0 });
});

// promise: cowagent-4
test('CowAgent’s config.json gives its three settings, and nothing else', async () => {
  const cwd = temporaryFolder();
  const file = { model: 'glm-4', agent_max_context_tokens: 80_000, agent_max_context_turns: 30 };
  writeFileSync(join(cwd, 'config.json'), JSON.stringify({ ...file, agent_max_steps: 9 }));
  const { stdout } = await runCli(['config', 'list', '--json'], { cwd });
  expect(JSON.parse(stdout)).toMatchObject(
    expect.arrayContaining([
      { name: 'max_steps', value: 9, origin: join(cwd, 'config.json') },
      { name: 'context.max_context_tokens', value: 80_000, origin: join(cwd, 'config.json') },
      { name: 'context.max_turns', value: 30, origin: join(cwd, 'config.json') },
    ]) as object[],
  );
  expect(stdout).not.toContain('glm-4');
  writeFileSync(join(cwd, 'config.json'), '{"name": "someone else\'s"');
  expect((await runCli(['config', 'list'], { cwd })).code).toBe(0);
});

test('set writes one setting, keeps comments, and get reads it', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'everlong.yaml'), '# ours\ncontext:\n  window: 9000 # small\n');
  const set = await runCli(['config', 'set', 'context.policy', 'missy'], { cwd });
  expect(set).toMatchObject({ code: 0, stdout: '' });
  expect(set.stderr).toContain(join(cwd, 'everlong.yaml'));
  expect(readFileSync(join(cwd, 'everlong.yaml'), 'utf8')).toBe(
    '# ours\ncontext:\n  window: 9000 # small\n  policy: missy\n',
  );
  expect(await runCli(['config', 'get', 'context.policy'], { cwd })).toMatchObject({
    stdout: 'missy\n',
    code: 0,
  });
  await runCli(['config', 'set', 'agent_max_steps', '7', '--user'], { cwd });
  expect((await runCli(['config', 'get', 'max_steps'], { cwd })).stdout).toBe('7\n');
  expect(await runCli(['config', 'get', 'temperature'], { cwd })).toMatchObject({ code: 3 });
});

test.each([
  [['set', 'context.polcy', 'missy'], 4, 'Did you mean "context.policy"?'],
  [['set', 'context.policy', 'misy'], 2, 'Did you mean "missy"?'],
  [['set', 'model', 'anthropic/claude-sonet-4-5'], 4, 'Did you mean "claude-sonnet-4-5"?'],
  [['set', 'max_steps', '0'], 4, 'max_steps must be a whole number of at least 1, not "0".'],
  [['set', 'store', 'paper'], 4, 'must be one of jsonl, sqlite'],
  [['lst'], 2, 'Did you mean list?'],
])('config %j is refused', async (args, code, words) => {
  const result = await runCli(['config', ...args], { cwd: temporaryFolder() });
  expect(result).toMatchObject({ code, stdout: '' });
  expect(result.stderr).toContain(words);
});

test('a variable that nobody reads is refused, with the one that is meant', async () => {
  const cwd = temporaryFolder();
  const list = (environment: Record<string, string>) =>
    runCli(['config', 'list'], { cwd, environment });
  const misspelt = await list({ EVERLONG_CONTEXT_POLCY: 'missy' });
  expect(misspelt).toMatchObject({ stdout: '', code: 4 });
  expect(misspelt.stderr).toContain(
    'EVERLONG_CONTEXT_POLCY is no setting of everlong. Did you mean "EVERLONG_CONTEXT_POLICY"?',
  );
  for (const args of [['sessions'], ['chat', '-p', 'Hi', '-m', 'openai-compatible/x']]) {
    const refused = await runCli(args, { cwd, environment: { EVERLONG_WINDOW: '8000' } });
    expect(refused.stderr).toContain('EVERLONG_WINDOW is no setting of everlong.');
    expect(refused.code).toBe(4);
  }
  const ofTheServer = {
    EVERLONG_PORT: '8080',
    EVERLONG_UPSTREAMS: '{"gpt-*": {"api": "openai", "keyFrom": "EVERLONG_UPSTREAM_KEY"}}',
    EVERLONG_UPSTREAM_KEY: 'k',
  };
  const ofKubernetes = {
    EVERLONG_SERVICE_HOST: '10.0.0.1',
    EVERLONG_MAIN_SERVICE_PORT_HTTP: '8787',
    EVERLONG_PORT_8787_TCP_ADDR: '10.0.0.1',
    EVERLONG_SERVER_PORT: 'tcp://10.0.0.1:8787',
  };
  for (const fine of [ofTheServer, ofKubernetes, { EVERLONG_SEED: '1' }, { EVERLONG_TYPO: '' }]) {
    expect(await list(fine)).toMatchObject({ code: 0 });
  }
});

test.each([
  ['max_stps: 5\n', 'Did you mean "max_steps"?'],
  ['context:\n  polcy: missy\n', 'Did you mean "context.policy"?'],
  ['context:\n  window: wide\n', 'context.window must be a whole number'],
  ['- a\n', 'must hold settings'],
  ['a: [\n', 'everlong.yaml:2: '],
])('a mistake in the folder’s file ends with 4 and its name', async (text, words) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'everlong.yaml'), text);
  const { code, stderr } = await runCli(['sessions'], { cwd });
  expect(code).toBe(4);
  expect(stderr).toContain('everlong.yaml');
  expect(stderr).toContain(words);
});

test('a mistake in the environment names the variable', async () => {
  const environment = { EVERLONG_CONTEXT_WINDOW: 'wide' };
  const { code, stderr } = await runCli(['sessions'], { cwd: temporaryFolder(), environment });
  expect(code).toBe(4);
  expect(stderr).toContain('EVERLONG_CONTEXT_WINDOW: context.window must be');
});

// promise: context-4, sessions-15
test('an agent file of the documents works as it is, and says what is not known', async () => {
  const { cwd, args } = await setUpChat([{ text: ['ok'] }]);
  const memory =
    'memory:\n  enabled: true\n  extraction_threshold: 5     # Extract every 5 signal-flagged exchanges\n' +
    '  retrieval_limit: 10          # Inject up to 10 memories per turn\n' +
    '  auto_extract: true           # Automatically extract from conversation\n';
  writeDocumentedAgent(cwd, `${documentedAgent}${memory}telemetry:\n  enabled: true\n`);
  const started = await runCli([...args, 'myagent', '-p', 'Hi'], { cwd });
  expect(started).toMatchObject({ stdout: 'ok\n', code: 0 });
  expect(started.stderr).toContain('agents/myagent.yaml: the block "telemetry" is unknown');
  expect(started.stderr).not.toContain('memory');
  const list = ['config', 'list', '--show-origin', '--agent', 'myagent'];
  const { stdout } = await runCli(list, { cwd });
  expect(stdout).toContain('context.policy = supyagent  (agents/myagent.yaml)');
  expect(stdout).toContain('context.max_messages_before_summary = 30  (agents/myagent.yaml)');
  expect(stdout).toContain('memory.extraction_threshold = 5  (agents/myagent.yaml)');
});

// promise: cowagent-4
test('a limit of turns gives way to another policy, and is refused where it would do nothing', async () => {
  const { cwd, args } = await setUpChat([{ text: ['Noted.'] }]);
  const input =
    'Hi\n/config agent_max_context_turns 30\n/config context.policy cowagent\n/config agent_max_context_turns 30\n';
  const { stdout, stderr } = await runCli([...args, '-i'], { cwd, input });
  expect(stderr).toContain(
    'context.max_turns is "30" (this chat), but only the policy cowagent takes it, and ' +
      'context.policy is "everlong"',
  );
  expect(stdout.match(/agent_max_context_turns = 30/g)).toHaveLength(1);
  writeFileSync(join(cwd, 'config.json'), '{ "agent_max_context_turns": 20 }');
  const origin = `context.policy = cowagent  (${cwd}/config.json)`;
  expect((await runCli(['config', 'list', '--show-origin'], { cwd })).stdout).toContain(origin);
  const other = await runCli([...args, '--policy', 'missy', '-p', 'Hi'], { cwd });
  expect(other).toMatchObject({ stdout: 'Noted.\n', code: 0 });
});

test.each([
  ['context:\n', 0, 'Set context.policy'],
  ['# empty\n', 0, 'Set context.policy'],
  ['context: 5\n', 4, '"context" is 5, so it can hold no context.policy.'],
  ['- a\n', 4, 'everlong.yaml: the file must hold settings, each as name: value.'],
])('config set in a file with %j', async (text, code, words) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'everlong.yaml'), text);
  const set = await runCli(['config', 'set', 'context.policy', 'newest'], { cwd });
  expect(set.code).toBe(code);
  expect(set.stderr).toContain(words);
  if (code !== 0) return;
  const { stdout } = await runCli(['config', 'get', 'context.policy'], { cwd });
  expect(stdout).toBe('newest\n');
});

test('a block that is none is a mistake even with nothing in it, and a known one is empty', async () => {
  const cwd = temporaryFolder();
  const list = async (text: string) => {
    writeFileSync(join(cwd, 'everlong.yaml'), text);
    return runCli(['config', 'list'], { cwd });
  };
  for (const text of ['contxt: {}\n', 'contxt:\n', 'context:\n  inner: {}\n']) {
    const { stderr, code } = await list(text);
    expect(stderr).toMatch(/There is no setting "cont/);
    expect(code).toBe(4);
  }
  for (const text of ['context: {}\n', 'context:\nmemory:\n']) {
    expect(await list(text)).toMatchObject({ stderr: '', code: 0 });
  }
  expect(await list('context: 5\n')).toMatchObject({
    stderr: expect.stringContaining('context must be a block of lines "name: value"') as string,
    code: 4,
  });
  const { stderr, code } = await list('context:\n  window: [\n');
  expect(stderr).toMatch(/^error: .*everlong\.yaml:\d: [^\n]*\.\n$/);
  expect(code).toBe(4);
});

test('config set follows a link, and keeps who may read the file', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'dotfiles.yaml'), '# mine\n', { mode: 0o600 });
  symlinkSync('dotfiles.yaml', join(cwd, 'everlong.yaml'));
  expect((await runCli(['config', 'set', 'max_steps', '3'], { cwd })).code).toBe(0);
  expect(lstatSync(join(cwd, 'everlong.yaml')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(cwd, 'dotfiles.yaml'), 'utf8')).toBe('# mine\n\nmax_steps: 3\n');
  expect(statSync(join(cwd, 'dotfiles.yaml')).mode & 0o777).toBe(0o600);
});

test('~/ is the home folder, also in a file and where no shell reads it', async () => {
  const [cwd, home] = [temporaryFolder(), temporaryFolder()];
  const environment = { HOME: home };
  const fact = ['memory', 'write', 'heron', 'port', '4711'];
  expect((await runCli([...fact, '--dir=~/one'], { cwd, environment })).code).toBe(0);
  writeFileSync(join(cwd, 'everlong.yaml'), 'dir: ~/two\n');
  expect((await runCli(fact, { cwd, environment })).code).toBe(0);
  expect(readdirSync(home).toSorted()).toEqual(['one', 'two']);
  expect(readdirSync(cwd)).toEqual(['everlong.yaml']);
});

test('what cannot be written is a mistake of the configuration', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'file'), '');
  const environment = { XDG_CONFIG_HOME: join(cwd, 'file') };
  const set = await runCli(['config', 'set', 'max_steps', '3', '--user'], { cwd, environment });
  expect(set).toMatchObject({ code: 4, stderr: expect.stringContaining('cannot be written') });
  mkdirSync(join(cwd, 'data'));
  writeFileSync(join(cwd, 'data', 'memory'), '');
  const fact = ['memory', 'write', 'heron', 'port', '4711', '--dir', 'data'];
  const written = await runCli(fact, { cwd });
  expect(written).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('Cannot create the folder'),
  });
});
