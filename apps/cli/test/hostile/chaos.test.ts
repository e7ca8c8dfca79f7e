import type { Entry } from '@everlong/core';
import { propertyRuns } from '@everlong/testing';
import { createRandom, type Random, runSeed } from '@everlong/testing/random';
import { createTokenizer } from '@everlong/tokenizer';
import { validateOpenAIChat } from '@everlong/validators';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/files/session-store.js';
import { said, turnsOf } from '../support/chat-setup.js';
import { failures } from '../support/openai-failures.js';
import { type RecordedRequest, type Reply, startOpenAiServer } from '../support/openai-server.js';
import type { CliResult } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { type RunningCli, startCli } from '../support/spawn-cli.js';

/** Turns of the conversation: 450 in the full run. */
const turns = propertyRuns(15);
const window = 8000;
/** What the smaller half of a window of 8,000 holds is never taken for too long. */
const smallestLimit = 5000;

/** What befalls a turn, in the order of how early it does. */
type Blow = 'none' | 'kill unanswered' | 'kill' | 'Ctrl-C' | 'cut';

/** A turn as its caller saw it. */
interface Turn extends CliResult {
  question: string;
  answer: string;
  blow: Blow;
  /** Whether the provider was asked: then the question is on disk. */
  asked: boolean;
}

/**
 * A model on a server that is sometimes smaller than it said, and what befalls those who ask it.
 */
async function stormyServer(random: Random) {
  let limit = window;
  let turn = { answer: '', blow: 'none' as Blow, steps: 0, isBegun: false };
  let running: RunningCli | undefined;

  function reply(request: RecordedRequest): Reply {
    if (turnsOf({ requests: [request] }).length === 0) return summary(random);
    turn.isBegun = true;
    // This server counts more tokens than the command line expects.
    const tokens = Math.ceil(JSON.stringify(request.body).length / 3.5);
    if (tokens > limit) return failures.tooLongOpenAi(limit, tokens);
    if (turn.steps-- > 0) {
      const query = `word${random.below(40)}`;
      return {
        toolCalls: [{ id: `call_${random.hex(8)}`, name: 'history_search', input: { query } }],
      };
    }
    if (turn.blow === 'kill unanswered') running?.child.kill('SIGKILL');
    return withBlow(turn.answer, turn.blow);
  }

  const server = await startOpenAiServer(reply);
  onTestFinished(() => server.close());
  return {
    server,
    begin(answer: string, blow: Blow, cli: RunningCli): void {
      turn = { answer, blow, steps: random.below(3), isBegun: false };
      running = cli;
      if (random.below(6) === 0) limit = Math.max(smallestLimit, Math.floor(limit * 0.93));
    },
    wasAsked: () => turn.isBegun,
  };
}

function summary(random: Random): Reply {
  const section = '## Current State\n- They talk about words.\n';
  return random.pick<Reply>([
    { text: ['## Key Decisions\n- To go on\n\n', section] },
    { text: ['I cannot do that.'] },
    failures.broken(),
  ]);
}

function withBlow(answer: string, blow: Blow): Reply {
  const half = answer.length / 2;
  const text = [answer.slice(0, half), answer.slice(half)];
  if (blow === 'cut') return { text, cutAfter: 1 };
  return blow === 'kill' || blow === 'Ctrl-C' ? { text, hangAfter: 1 } : { text };
}

async function playTurns(random: Random) {
  const cwd = temporaryFolder();
  const storm = await stormyServer(random);
  const options = ['--model', 'openai-compatible/test-model', '--base-url', storm.server.url];
  const played: Turn[] = [];
  for (let index = 0; index < turns; index++) {
    // Something must be there to go on with.
    const blow = index === 0 ? 'none' : random.pick(blows);
    const question = `Q${index}: ${words(random, 350)}`;
    const answer = `A${index}: ${words(random, 250)}`;
    const more = index === 0 ? [] : ['--continue'];
    const args = ['chat', ...options, '--window', String(window), ...more, '-p', question];
    const cli = startCli(args, { cwd });
    storm.begin(answer, blow, cli);
    if (blow === 'kill' || blow === 'Ctrl-C') {
      await cli.shows(`A${index}:`);
      cli.child.kill(blow === 'kill' ? 'SIGKILL' : 'SIGINT');
    }
    const result = await cli.result;
    played.push({ ...result, question, answer, blow, asked: storm.wasAsked() });
  }
  return { cwd, played, requests: storm.server.requests };
}

const blows: readonly Blow[] = ['none', 'none', 'kill unanswered', 'kill', 'Ctrl-C', 'cut'];
const codes: Record<Blow, number | null> = {
  none: 0,
  'kill unanswered': null,
  kill: null,
  'Ctrl-C': 130,
  cut: 5,
};

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => `word${random.below(40)}`).join(' ');
}

/** The entries of the only session. */
async function storedEntries(cwd: string): Promise<Entry[]> {
  const store = await openStore({ kind: 'jsonl', directory: `${cwd}/.everlong` });
  const [session, ...others] = await store.listSessions();
  expect(others).toEqual([]);
  const entries: Entry[] = [];
  for await (const entry of store.read(session?.id ?? '')) entries.push(entry);
  await store.close();
  return entries;
}

// promise: context-1
test('a chat goes on where it was, whatever ends its turns', async () => {
  const { cwd, played, requests } = await playTurns(createRandom(runSeed()));
  for (const { blow, code, stderr } of played)
    expect({ blow, code, stderr }).toMatchObject({ blow, code: codes[blow] });

  // Nothing that was acknowledged is lost, and nothing is there twice.
  const entries = await storedEntries(cwd);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, seq) => seq));
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  const log = entries.map(({ message }) => JSON.stringify(message.content));
  const told = played.flatMap(({ question, answer, blow, asked }) => [
    ...(asked ? [question] : []),
    ...(blow === 'none' ? [answer] : []),
    ...(blow === 'cut' || blow === 'Ctrl-C' ? [answer.slice(0, answer.length / 2)] : []),
  ]);
  const places = told.map((text) =>
    log.flatMap((entry, seq) => (entry.includes(text) ? [seq] : [])),
  );
  expect(places.map((found) => found.length)).toEqual(told.map(() => 1));
  expect(places.flat()).toEqual(places.flat().toSorted((left, right) => left - right));

  // Every request is one that a provider takes, and within the budget.
  const tokenizer = await createTokenizer({ encoding: 'o200k_base' });
  const inputBudget = window - window / 4;
  for (const { body } of requests) {
    expect(validateOpenAIChat(body)).toEqual([]);
    const contents = body.messages.map(({ content, tool_calls: calls = [] }) =>
      [content, ...calls].map((part) => JSON.stringify(part)).join(' '),
    );
    expect(tokenizer.count(contents.join('\n'))).toBeLessThanOrEqual(inputBudget);
  }

  // The model sees the question of its turn whole, and that of the turn before or a summary of it.
  const asked = played.filter((turn) => turn.asked);
  for (const request of turnsOf({ requests })) {
    const texts = said(request, 'user');
    const now = asked.findLastIndex(({ question }) => texts.includes(question));
    expect(now).not.toBe(-1);
    const before = asked[now - 1]?.question.split(' ')[0] ?? '';
    const shown = texts.join('\n');
    // A model's text may leave the question out, an account tells it.
    const isModels = /^\[Record of messages #[^\]]*written by a model/.test(shown);
    if (!isModels) expect(shown).toContain(before);
  }
});
