/**
 * Digests of what the engine makes of recorded sessions: a change that must not alter any request
 * or record leaves them as they are. Use, after `pnpm build`:
 *
 *   node bench/request-digests.ts [--every n] [--windows n,n] [--policies a,b]
 * [FILE…]
 *
 * Without files: every `.jsonl.gz` under `normalized` in the folder that EVERLONG_CORPUS names;
 * `--every 4` takes one of four. A line for each file, policy and window has three digests: of the
 * requests as they are sent, of the records, and of the plans and gauges. One more line for each
 * file and policy is of a session with changed instructions, usage, a pin, a compaction by hand, an
 * overflow and a reopening. The last line is of all.
 */
import { createHash, type Hash } from 'node:crypto';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

import { openSession, type Session } from '@everlong/context';
import { createMemoryStore, type EntryInput } from '@everlong/core';
import { encodeValue } from '@everlong/core/store-kit';
import { readTranscript } from '@everlong/formats';
import { createTokenizer } from '@everlong/tokenizer';

import { corpusFiles } from '@everlong/testing/corpus';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: 'string', default: '1' },
    windows: { type: 'string', default: '4000,8000,16000,64000' },
    policies: { type: 'string', default: 'everlong,supyagent,supyagent-sdk,missy,cowagent,newest' },
  },
});

const MODEL = 'claude-sonnet-4-5';
const RESERVE_TOKENS = 4096;
const DISTURBED_WINDOW = 8000;
/** Sessions without recorded times begin here; each of their messages comes so much later. */
const USUAL_START_MS = Date.parse('2026-01-01T00:00:00Z');
const USUAL_GAP_MS = 10_000;

const KINDS = ['requests', 'records', 'views'] as const;
type Digests = Record<(typeof KINDS)[number], Hash>;

const tokenizer = await createTokenizer({ model: MODEL });
const files = (positionals.length > 0 ? positionals : corpusFiles()).filter(
  (_, index) => index % Number(flags.every) === 0,
);
const total = createDigests();
for (const file of files) {
  const { entries } = await readTranscript(file);
  for (const policy of flags.policies.split(',')) {
    const name = `${basename(file)} ${policy}`;
    for (const window of flags.windows.split(',').map(Number)) {
      report(`${name} ${window}`, await play(timed(entries), { policy, window }));
    }
    const disturbed = { policy, window: DISTURBED_WINDOW, disturb: createDisturbances() };
    report(`${name} ${DISTURBED_WINDOW} disturbed`, await play(timed(entries), disturbed));
  }
}
report('total', total);

/** The entries with fixed ids, and with times that never go back. */
function timed(entries: readonly EntryInput[]): EntryInput[] {
  let clockMs = Date.parse(entries[0]?.createdAt ?? '') || USUAL_START_MS;
  return entries.map((entry, index) => {
    clockMs = Math.max(clockMs, Date.parse(entry.createdAt ?? '') || clockMs + USUAL_GAP_MS);
    return { ...entry, id: `entry-${index}`, createdAt: new Date(clockMs).toISOString() };
  });
}

interface PlayOptions {
  policy: string;
  window: number;
  /** Called before each request with the share of the log that was appended. */
  disturb?(session: Session, share: number, reopen: () => Promise<Session>): Promise<Session>;
}

async function play(
  entries: readonly EntryInput[],
  { policy, window, disturb }: PlayOptions,
): Promise<Digests> {
  const store = createMemoryStore();
  const open = (): Promise<Session> =>
    openSession({
      store,
      id: 'digests',
      agent: 'replay',
      model: MODEL,
      contextWindow: window,
      policy,
      tokenizer,
      budget: { responseReserve: Math.min(RESERVE_TOKENS, Math.floor(window / 4)) },
    });
  let session = await open();
  const digests = createDigests();
  for (const [index, entry] of entries.entries()) {
    if (entry.message.role === 'assistant' && index > 0) {
      const share = index / entries.length;
      if (disturb !== undefined) session = await disturb(session, share, open);
      const instructions = disturb === undefined ? '' : `Be brief. ${Math.floor(share * 3)}`;
      await addRequest(digests, session, instructions);
    }
    await session.append(entry);
  }
  for await (const record of store.readRecords('digests')) add(digests.records, record);
  await session.close();
  return digests;
}

async function addRequest(digests: Digests, session: Session, given: string): Promise<void> {
  try {
    const before = session.state({ instructions: given });
    const { instructions, messages, state, plan } = await session.prepare({ instructions: given });
    const { ranges, clamps, decision } = plan;
    add(digests.requests, { instructions, messages, epoch: state.epoch });
    add(digests.views, { before, state, ranges, clamps, decision });
  } catch (error) {
    add(digests.requests, { error: String(error) });
  }
}

/** What may happen between two requests, each when the log has come so far. */
function createDisturbances(): NonNullable<PlayOptions['disturb']> {
  let last = 0;
  return async (session, share, reopen) => {
    const passed = (at: number): boolean => last < at && share >= at;
    const usage = { inputTokens: Math.floor(session.state().used.total * 1.1), outputTokens: 10 };
    let current = session;
    await session.recordUsage(usage);
    if (passed(0.2)) await session.pin(1);
    if (passed(0.4)) await session.compact();
    if (passed(0.5)) current = await reopen();
    if (passed(0.7)) await current.recover(new Error('prompt is too long: 9000 tokens'));
    last = share;
    return current;
  };
}

function createDigests(): Digests {
  return {
    requests: createHash('sha256'),
    records: createHash('sha256'),
    views: createHash('sha256'),
  };
}

function add(hash: Hash, value: unknown): void {
  hash.update(`${JSON.stringify(canonical(JSON.parse(encodeValue(value))))}\n`);
}

/** With keys in alphabetical order, and without the times at which this program ran. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !['createdAt', 'recordedAt'].includes(name))
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, field]) => [name, canonical(field)]),
  );
}

function report(name: string, digests: Digests): void {
  const texts = KINDS.map((kind) => {
    const digest = digests[kind].digest('hex').slice(0, 16);
    if (digests !== total) total[kind].update(digest);
    return `${kind} ${digest}`;
  });
  process.stdout.write(`${name} ${texts.join(' ')}\n`);
}
