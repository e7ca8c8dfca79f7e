import { expect, test } from 'vitest';
import { setUpChat, turnsOf } from '../support/chat-setup.js';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const long = (word: string): string => `${word} `.repeat(900);

const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta'];

/** A conversation that was compacted on the way, and the requests that the model got. */
async function talk() {
  const { chat, cwd, server } = await setUpChat((_request, index) => ({
    text: [`Answer ${index + 1}.`],
  }));
  for (const [turn, word] of WORDS.entries()) {
    const more = turn === 0 ? [] : ['--continue'];
    const { code, stderr } = await chat('-p', `${long(word)}?`, '--window', '6000', ...more);
    expect({ code, stderr }).toMatchObject({ code: 0 });
  }
  const listed = await runCli(['sessions', '--json'], { cwd });
  const [session] = JSON.parse(listed.stdout) as { id: string; entryCount: number }[];
  const context = (...args: string[]) =>
    runCli(['context', session?.id ?? '', '--window', '6000', ...args], { cwd });
  return { context, server, entryCount: session?.entryCount ?? 0 };
}

interface PastRequest {
  entryCount: number;
  answerSeq?: number;
  certain: boolean;
  messages: { role: string; content: unknown }[];
  state: { epoch: number; used: { total: number } };
  plan: {
    ranges: { from: number; to: number; disposition: string }[];
    entry: { disposition: string } | null;
  };
}

test('--at shows each past request as the provider got it, and its plan', async () => {
  const { context, server, entryCount } = await talk();
  expect(entryCount).toBe(16);
  const turns = turnsOf(server);
  const epochs = new Set<number>();
  for (let turn = 0; turn < 8; turn++) {
    const { stdout, code } = await context('--at', String(2 * turn + 1), '--json');
    expect(code).toBe(0);
    const past = JSON.parse(stdout) as PastRequest;
    expect(past).toMatchObject({
      certain: true,
      answerSeq: 2 * turn + 1,
      entryCount: 2 * turn + 1,
    });
    const sent = turns[turn]?.body.messages.filter(({ role }) => role !== 'system');
    expect(past.messages.map(({ role }) => role)).toEqual(sent?.map(({ role }) => role));
    expect(past.messages.map(({ content }) => textOf(content))).toEqual(
      sent?.map(({ content }) => textOf(content)),
    );
    expect(past.plan.ranges.at(-1)?.to).toBe(2 * turn);
    expect(past.plan.entry).toBeNull();
    epochs.add(past.state.epoch);
  }
  expect(epochs.size).toBeGreaterThan(1);

  // For people: where the request stands, its gauge, its plan and its messages.
  const { stdout, stderr, code } = await context('--at', '14');
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout).toContain('Request at entry 14\n');
  expect(stdout).toContain('answered by entry 15; the log held entries 0 to 14; epoch ');
  expect(stdout).toContain('Context Status');
  expect(stdout).not.toContain('Will compact next turn');
  expect(stdout).toMatch(/entries +sent as +tokens +why/);
  expect(stdout).toMatch(/0-\d+ +summarized +0 +in the snapshot/);
  expect(stdout).toMatch(/Entry 14: verbatim, [\d,]+ tokens \(sent as it is\)/);
  expect(stdout).toMatch(/1 +user +\[Record of messages #0 to #\d+/);
  expect(stdout).toMatch(/user +theta theta .*… \([\d,]+ characters\)/);

  // Without --at: what will happen next, and why.
  const now = await context();
  expect(now.stdout).toContain('Compaction Triggers (');
  expect(now.stdout).toMatch(/Will compact next turn: (no|yes, \w+): \S+/);
  const state = JSON.parse((await context('--json')).stdout) as { next: { reason: string } };
  expect(state.next.reason).not.toBe('');

  const beyond = await context('--at', '16');
  expect(beyond).toMatchObject({ stdout: '', code: 2 });
  expect(beyond.stderr).toMatch(/error: --at 16: session \S+ has entries 0 to 15/);
});

test('--at takes a number, and the session must be there', async () => {
  const cwd = temporaryFolder();
  for (const at of ['-1', 'last', '1.5', '']) {
    expect((await runCli(['context', 'x', `--at=${at}`], { cwd })).code).toBe(2);
  }
  expect((await runCli(['context', 'x', '--at', '1'], { cwd })).code).toBe(3);
});

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = content as { text?: string }[];
  return parts.map(({ text = '' }) => text).join('');
}
