import {
  createMemoryStore,
  messageText,
  type ModelMessage,
  type SessionRecord,
  type Store,
  type Summarizer,
} from '@everlong/core';
import { createExtractiveSummarizer } from '@everlong/summarizer';
import { quarters } from '@everlong/testing';

import { openSession } from '../../src/session/open-session.js';
import type { Policy, PolicyContext } from '../../src/policies/policy.js';
import type { SessionOptions } from '../../src/config/session-options.js';
import type { Session } from '../../src/session-work/session.js';
import { assistant, user } from './conversation.js';

/** A token is four characters. */

/** A call and its result. */
export function exchange(toolCallId: string, value = `output of ${toolCallId}`): ModelMessage[] {
  const call = { toolCallId, toolName: 'run' };
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value } }] },
  ];
}

/** So many tokens of text that starts with the label. */
export function words(label: string, tokens: number): string {
  return `${label} `.padEnd(tokens * 4, 'word ');
}

export interface WatchedSession {
  session: Session;
  store: Store;
  /** What the summarizer was asked for. */
  spans: { from: number; to: number; maxTokens: number }[];
  records<Type extends SessionRecord['type']>(
    type: Type,
  ): Promise<Extract<SessionRecord, { type: Type }>[]>;
}

/** A session in memory that counts in quarters and notes what its summarizer is asked for. */
export async function openWatched(options: Partial<SessionOptions>): Promise<WatchedSession> {
  const store = options.store ?? createMemoryStore();
  const spans: WatchedSession['spans'] = [];
  const summarizer: Summarizer = {
    name: 'watched',
    summarize(input) {
      const { entries, maxTokens } = input;
      spans.push({ from: entries[0]?.seq ?? -1, to: entries.at(-1)?.seq ?? -1, maxTokens });
      return createExtractiveSummarizer().summarize(input);
    },
  };
  const session = await openSession({ tokenizer: quarters, summarizer, ...options, store });
  return {
    session,
    store,
    spans,
    async records(type) {
      const found: SessionRecord[] = [];
      for await (const record of store.readRecords(session.id, { type })) found.push(record);
      return found as Extract<SessionRecord, { type: typeof type }>[];
    },
  };
}

/** Appends turns of a question and an answer, asking for a request after each question. */
export async function takeTurns(
  session: Session,
  { from = 0, to, tokens = 20 }: { from?: number; to: number; tokens?: number },
): Promise<Awaited<ReturnType<Session['prepare']>>[]> {
  const requests = [];
  for (let turn = from; turn < to; turn++) {
    await session.append(user(words(`question ${turn}`, tokens)));
    requests.push(await session.prepare());
    await session.append(assistant(words(`answer ${turn}`, tokens)));
  }
  return requests;
}

/** The labels that messages start with: `question 3`, `answer 3`, `output of call-1`. */
export function labelsOf(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap(
    (message) => /^(?:question|answer|output of) \S+/.exec(messageText(message))?.[0] ?? [],
  );
}

/** What a policy with these settings would see after the messages were appended. */
export async function policyContextOf(
  policy: Policy,
  messages: readonly ModelMessage[],
  contextWindow: number,
  tokenizer = quarters,
): Promise<PolicyContext> {
  let seen: PolicyContext | undefined;
  const watching: Policy = {
    ...policy,
    decide(context) {
      seen = context;
      return { action: 'keep', reason: 'only looking' };
    },
  };
  const { session } = await openWatched({ policy: watching, contextWindow, tokenizer });
  await session.append(messages);
  session.state();
  if (seen === undefined) throw new Error('the policy was not asked');
  return seen;
}
