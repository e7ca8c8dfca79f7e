import {
  type Entry,
  isUserEntry,
  messageText,
  type ModelMessage,
  toolCallsOf,
  toolResultsOf,
} from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { markerOf, thirds } from '@everlong/testing';
import { expect } from 'vitest';

import type { PreparedRequest } from '../../src/request/describe-request.js';
import { GAP_LAWS } from './gap-laws.js';
import { isMemory } from './memory-laws.js';
import { openSetup, recordsOf, type Walk, type WalkStep } from './play-history.js';

/** What holds for every request of every history. */
export const REQUEST_LAWS: Record<string, (step: WalkStep) => void | Promise<void>> = {
  '1: every request fits the input budget'({ request }) {
    expect(countRequest(request)).toBeLessThanOrEqual(request.state.inputBudget);
    expect(request.state.used.total).toBeLessThanOrEqual(request.state.inputBudget);
    expect(request.state.level).not.toBe('over');
  },

  '2: calls and results pair up, nothing is blank, and the ends are right'({ request }) {
    const { messages } = request;
    if (messages.length === 0) return;
    // As JSON, only halves of surrogate pairs are such escapes: providers refuse them.
    expect(JSON.stringify([request.instructions, messages])).not.toMatch(/(?<!\\)\\ud[89a-f]/);
    expect(messages[0]?.role).toBe('user');
    expect(messages.at(-1)?.role).not.toBe('assistant');
    const seen = new Set<string>();
    for (const [index, message] of messages.entries()) {
      const before = messages[index - 1];
      if (message.role === 'assistant') {
        expect(before?.role).not.toBe('assistant');
        expect(messageText(message).trim()).not.toBe('');
      }
      if (message.role === 'tool') expect(['assistant', 'tool']).toContain(before?.role);
      const calls = toolCallsOf(message).map((call) => call.toolCallId);
      for (const id of calls) {
        expect(id).toMatch(/^[a-zA-Z0-9_-]{1,40}$/);
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      const results: string[] = [];
      for (let next = index + 1; messages[next]?.role === 'tool'; next++) {
        const reply = messages[next];
        if (reply !== undefined)
          results.push(...toolResultsOf(reply).map((part) => part.toolCallId));
      }
      if (message.role !== 'assistant') continue;
      // The SDK runs what the user has just decided on before it sends anything.
      const decided = decidedCalls(message, messages.slice(index + 1));
      const open = calls.filter((id) => results.includes(id) || !decided.has(id));
      expect(results.toSorted()).toEqual(open.toSorted());
    }
  },

  '3: messages keep the order of the log'({ request }) {
    const markers = markersOf(logMessages(request));
    expect(markers).toEqual(markers.toSorted((left, right) => left - right));
  },

  '4: the latest user message is there, whole unless it alone is too big'({ request, walk }) {
    const latest = latestSaid(inContext(walk));
    if (latest === undefined) return;
    const range = request.plan.explain(latest.seq);
    // Law 2 allows no halves of surrogate pairs in a request.
    const said = messageText(latest.message).trim().toWellFormed();
    const whole = request.messages.some((message) => messageText(message).trim() === said);
    if (range?.disposition === 'verbatim') expect(whole).toBe(true);
    else {
      expect(range?.disposition).toBe('truncated');
      const alone = countRequest({ ...request, messages: [latest.message] });
      expect(alone).toBeGreaterThan(request.state.inputBudget - 64);
    }
  },

  '4: the newest message is whole while it fits'({ request, walk }) {
    const newest = walk.entries.at(-1);
    if (newest === undefined || newest.message.role !== 'assistant') return;
    if (newest.seq <= walk.clearedThrough || walk.withdrawn.has(newest.seq)) return;
    const latestUser = latestSaid(inContext(walk));
    const needed = [newest, ...(latestUser === undefined ? [] : [latestUser])];
    const messages = needed.map((entry) => entry.message);
    // Each call without a result takes an error result along.
    const added = toolCallsOf(newest.message).length * ERROR_RESULT_TOKENS;
    if (countRequest({ ...request, messages }) + added > request.state.inputBudget / 3) return;
    const { disposition, reason = '' } = request.plan.explain(newest.seq) ?? {};
    // What a provider ran itself is quoted to another one, at whatever size.
    if (/^its calls? of .* run by a provider/.test(reason)) return;
    expect(['verbatim', 'omitted']).toContain(disposition);
  },

  '4: the agent’s notes are sent as one marked record, whole where the plan says so'({ request }) {
    const { plan, messages } = request;
    const carriers = messages.filter((message) =>
      messageText(message).startsWith('[Notes that the'),
    );
    const sent = plan.additions.filter(({ kind, tokens }) => kind === 'note' && tokens > 0);
    expect(carriers).toHaveLength(sent.length > 0 ? 1 : 0);
    for (const { name, reason } of sent) {
      if (!reason.includes('truncated')) {
        expect(carriers.map(messageText).join('')).toContain(`\n\n## ${name}\n`);
      }
    }
    for (const carrier of carriers) {
      expect(carrier.role).toBe('user');
      expect(messageText(carrier)).toContain('no instructions');
    }
  },

  '5: the plan accounts for every entry once, and truly'({ request, walk }) {
    const { ranges } = request.plan;
    let next = 0;
    for (const [index, range] of ranges.entries()) {
      expect(range.from).toBe(next);
      expect(range.to).toBeGreaterThanOrEqual(range.from);
      const before = ranges[index - 1];
      if (before !== undefined && before.maxTokens === undefined) {
        expect([before.disposition, before.reason]).not.toEqual([range.disposition, range.reason]);
      }
      next = range.to + 1;
    }
    expect(next).toBe(walk.entries.length);
    const sent = new Set(markersOf(logMessages(request)));
    const [content = ''] = request.instructions.split(SNAPSHOT_HEADER);
    for (const seq of markersOf([{ role: 'user', content }])) sent.add(seq);
    for (const entry of walk.entries) {
      const disposition = request.plan.explain(entry.seq)?.disposition;
      const marked = messageText(entry.message).includes(markerOf(entry.seq));
      if (disposition === 'verbatim' && marked) expect(sent.has(entry.seq)).toBe(true);
      if (!['verbatim', 'masked', 'truncated'].includes(String(disposition))) {
        expect(sent.has(entry.seq)).toBe(false);
      }
    }
  },

  ...GAP_LAWS,

  '6: within an epoch every request extends the one before'({ request, previous }) {
    if (previous === undefined || previous.state.epoch !== request.state.epoch) return;
    expect(request.instructions).toBe(previous.instructions);
    const prefix = request.messages.slice(0, previous.messages.length);
    expect(prefix.map(jsonText)).toEqual(previous.messages.map(jsonText));
  },

  '8: a request asks for few snapshots'({ summaryCalls }) {
    expect(summaryCalls).toBeLessThanOrEqual(2);
  },

  '11: what was summarized is a quoted record of the user’s role, never a system message'({
    request,
  }) {
    for (const [index, message] of request.messages.entries()) {
      expect(message.role).not.toBe('system');
      if (!isSnapshot(message)) continue;
      expect(message.role).toBe('user');
      expect(index).toBeLessThan(request.state.lastCompaction?.snapshots ?? 0);
      expect(messageText(message)).toContain('no instructions');
    }
  },

  '11: what the log’s own system messages say in its midst is a marked note'({ request, walk }) {
    for (const { seq, message } of walk.entries) {
      const isHead = walk.entries
        .slice(0, seq + 1)
        .every((entry) => entry.message.role === 'system');
      if (message.role !== 'system' || isHead) continue;
      const carrier = request.messages.find((sent) => messageText(sent).includes(markerOf(seq)));
      if (carrier === undefined || isSnapshot(carrier)) continue;
      expect(messageText(carrier)).toMatch(/^\[system note in the conversation\]/);
    }
  },

  '13: what the user cleared from the context is in no request'({ request, walk }) {
    const head = walk.entries.findIndex((entry) => entry.message.role !== 'system');
    const [, summary = ''] = request.instructions.split(SNAPSHOT_HEADER);
    for (const seq of markersOf([...request.messages, { role: 'user', content: summary }])) {
      expect(seq > walk.clearedThrough || seq < head).toBe(true);
    }
  },

  '13: what the user withdrew is not sent'({ request, walk }) {
    const said = [{ role: 'user' as const, content: request.instructions }, ...request.messages];
    for (const seq of markersOf(said)) expect(walk.withdrawn.has(seq)).toBe(false);
    for (const seq of walk.withdrawn) {
      expect(request.plan.explain(seq)).toMatchObject({ disposition: 'withdrawn', tokens: 0 });
    }
  },

  '11: a quoted user says what the log says, byte for byte'({ request, walk }) {
    if (walk.setup.hostility !== undefined) return;
    const record = [request.instructions, ...request.messages.map(messageText)]
      .filter((text) => SNAPSHOT_HEADER.test(text))
      .join('\n');
    for (const { seq, quoted } of requestQuotes(record)) {
      const entry = walk.entries[seq];
      expect(walk.withdrawn.has(seq)).toBe(false);
      const said = entry === undefined ? '' : messageText(entry.message).toWellFormed();
      for (const line of quoted) expect(said).toContain(line);
    }
  },
};

/** What holds for the last request of every history: each law costs another request. */
export const LAST_REQUEST_LAWS: Record<string, (step: WalkStep) => Promise<void>> = {
  async '8: asked again, a session decides nothing new'({ request, walk }) {
    const { setup, session, store } = walk;
    if (setup.hostility?.usesModel === true) return;
    const before = await recordsOf(store, session.id);
    const again = await session.prepare({ instructions: setup.instructions });
    expect(await recordsOf(store, session.id)).toEqual(before);
    expect(again.messages).toEqual(request.messages);
  },

  async '10: appending entries again changes nothing'({ request, walk }) {
    const { session, entries } = walk;
    expect(await session.append(entries)).toEqual(entries);
    const { epoch, used } = session.state();
    // A snapshot that was made in the background meanwhile has begun another epoch.
    if (epoch === request.state.epoch) expect(used).toEqual(request.state.used);
  },

  // Last, for what cowagent restores begins another epoch.
  async '7: a session opened anew makes the same request'({ request, walk }) {
    const { setup, store } = walk;
    const open = async (): Promise<PreparedRequest> => {
      // What is decided there must not be in the way here.
      const { memory, model } = walk;
      const again = await openSetup(setup, { store, memory, model, id: walk.session.id });
      const made = await again.session.prepare({ instructions: setup.instructions });
      await again.session.close();
      return made;
    };
    const reopened = await open();
    const expected = setup.policy === 'cowagent' ? await open() : request;
    // A snapshot that was made in the background meanwhile has begun another epoch.
    if (setup.hostility !== undefined && reopened.state.epoch !== expected.state.epoch) return;
    expect(reopened.state.epoch).toBe(expected.state.epoch);
    expect(reopened.instructions).toBe(expected.instructions);
    expect(reopened.messages).toEqual(expected.messages);
  },
};

/** What holds for every history as a whole. */
export const HISTORY_LAWS: Record<string, (walk: Walk) => void | Promise<void>> = {
  async '8: no epoch begins twice, and none covers less than the one before'({ store, session }) {
    const records = await recordsOf(store, session.id);
    const begun = records.filter((record) => 'previousEpoch' in record);
    let through = -1;
    for (const [index, record] of begun.entries()) {
      expect(record.epoch).toBe(index + 1);
      expect(record.previousEpoch).toBe(index);
      const { throughSeq = -1 } = record;
      expect(throughSeq).toBeGreaterThanOrEqual(through);
      through = throughSeq;
    }
  },

  async '8: no entry is summarized twice, unless a person undid or edited that'({
    store,
    session,
  }) {
    /** By epoch. */
    const covered = [-1];
    for (const record of await recordsOf(store, session.id)) {
      if (record.type === 'rewind') {
        // It drops the snapshots that may know what it withdraws.
        covered[record.epoch] = covered[record.snapshotEpoch ?? 0] ?? -1;
      }
      if (record.type !== 'compaction') continue;
      const { snapshot, epoch, restoredEpoch = epoch - 1 } = record;
      const before = covered[restoredEpoch] ?? -1;
      const now = snapshot?.throughSeq ?? before;
      expect(now).toBeGreaterThanOrEqual(before);
      if (snapshot !== undefined && snapshot.source !== 'person') {
        expect(now).toBeGreaterThan(before);
      }
      covered[epoch] = now;
    }
  },

  async '13: search shows nothing that the user withdrew'({ session, entries, withdrawn }) {
    const entry = entries.find(({ seq }) => withdrawn.has(seq));
    if (entry === undefined) return;
    const hits = await session.search(messageText(entry.message), { limit: 1000 });
    for (const { seq } of hits) expect(withdrawn.has(seq)).toBe(false);
  },

  async '9: nothing is lost, whatever was compacted'({ store, session, entries }) {
    const kept: Entry[] = [];
    for await (const entry of store.read(session.id)) kept.push(entry);
    expect(kept).toEqual(entries);
  },
};

/** How a snapshot begins, wherever it stands. */
const SNAPSHOT_HEADER = /^\[(?:Record of messages #|Summary: depth )/m;

function isSnapshot(message: ModelMessage): boolean {
  return messageText(message).search(SNAPSHOT_HEADER) === 0;
}

/** A synthetic error result: about 70 characters, and frames. */
const ERROR_RESULT_TOKENS = 48;

/** Written anew, so that the engine's own arithmetic is not what judges it. */
function countRequest({ instructions, messages }: PreparedRequest): number {
  const parts = messages.map((message) => {
    const pieces = typeof message.content === 'string' ? 0 : message.content.length;
    return thirds.count(messageText(message)) + 4 + 12 * pieces;
  });
  return parts.reduce((sum, part) => sum + part, thirds.count(instructions));
}

/** Calls of the message whose approval or denial is the last thing in the request. */
function decidedCalls(message: ModelMessage, behind: readonly ModelMessage[]): Set<string> {
  const last = behind.at(-1);
  if (last?.role !== 'tool' || behind.some(({ role }) => role !== 'tool')) return new Set();
  const answered = new Set(
    last.content.flatMap((part) =>
      part.type === 'tool-approval-response' ? [part.approvalId] : [],
    ),
  );
  const parts = message.role === 'assistant' ? message.content : [];
  const requests = (typeof parts === 'string' ? [] : parts).filter(
    (part) => part.type === 'tool-approval-request',
  );
  return new Set(
    requests.filter(({ approvalId }) => answered.has(approvalId)).map((part) => part.toolCallId),
  );
}

/** Messages that stand for entries: all but the snapshots that open the request. */
function logMessages({ messages, state }: PreparedRequest): ModelMessage[] {
  const snapshots = state.used.summary > 0 ? (state.lastCompaction?.snapshots ?? 0) : 0;
  return messages.filter(
    (message, index) => !isMemory(message) && (index >= snapshots || !isSnapshot(message)),
  );
}

function markersOf(messages: readonly ModelMessage[]): number[] {
  return messages.flatMap((message) =>
    [...messageText(message).matchAll(/#(\d+)#/g)].map((match) => Number(match[1])),
  );
}

/** The entries since the user cleared the context, without those that the user withdrew. */
function inContext({ entries, clearedThrough, withdrawn }: Walk): Entry[] {
  return entries.slice(clearedThrough + 1).filter(({ seq }) => !withdrawn.has(seq));
}

/** The newest entry in which the user said anything. */
function latestSaid(entries: readonly Entry[]): Entry | undefined {
  return entries.findLast(
    (entry) => isUserEntry(entry) && messageText(entry.message).trim() !== '',
  );
}

/**
 * What lines like `- Newest summarized request (#12; done in #14): "…" / "…" Reply: "…"` quote, and
 * under Constraints lines like `- "…" (#3)`.
 */
function requestQuotes(record: string): { seq: number; quoted: string[] }[] {
  const lines = record.matchAll(
    /^- [\w ]*[Rr]equest \(#(\d+)[^)]*\): "(.*?)"(?: \[…\])?(?: Reply: .*)?$/gm,
  );
  return [...lines].map(([, seq, quoted = '']) => ({
    seq: Number(seq),
    quoted: quoted.split('" / "'),
  }));
}
