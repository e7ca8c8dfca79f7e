import { type MemorySource, messageText } from '@everlong/core';

import { askPolicy, isDeferred } from './decide.js';
import { memoryAllowance } from './memory-allowance.js';
import type { RequestSession } from './request-input.js';
import { type RequestView, viewSession } from './request-view.js';
import type { Recollection } from '../memory/memory-answers.js';
import { type QuotedMemory, quoteMemory, quoteText } from '../memory/quote-memory.js';
import type { Answers } from '../memory/ask-memory.js';
import type { SessionMemory } from '../memory/session-memory.js';
import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import type { MessageGroup } from '../rendering/message-group.js';
import { learningTokensOf, profileTokens } from './recalled-tokens.js';

/** Records of memory for one message of the user, as document 001 has them. */
const MEMORY_LIMIT = 10;

/**
 * Asks memory about the latest user message, unless this epoch did so before, and records what of
 * the answer is sent, right before that message. Where the epoch is about to end, only notes what
 * the next one will send.
 */
export async function recallForTurn(session: RequestSession, view: RequestView): Promise<void> {
  const { memory, pendingMemory } = session;
  const { state, context } = view;
  const user = context.groups[context.latestUser];
  if (memory === undefined || pendingMemory === undefined || user === undefined) return;
  if (state.injections.some((injection) => injection.memory?.forSeq === user.from)) return;
  const isFresh =
    pendingMemory.isFirstRequest || state.compaction?.throughSeq === state.entryCount - 1;
  // A request may have held the message, and nothing may be put before it any more.
  if (!isFresh && !isNewest(view, user)) return recordQuote(session, user, NOTHING);
  const answers = await recallUnsent(view, memory, user);
  const wanted = quoteWithin(view, answers, { taken: profileTokens(state, view.config.counter) });
  pendingMemory.recalled = {
    tokens: wanted.tokens,
    learningTokens: learningTokensOf(wanted.items),
  };
  if (endsEpoch(session, view, isFresh)) return;
  const quote = quoteWithin(view, answers, { taken: view.draft.memoryTokens, room: roomOf(view) });
  pendingMemory.recalled = undefined;
  await recordQuote(session, user, quote);
}

/** Asks memory once a call whether what the epoch sends of it was forgotten meanwhile. */
export async function noteForgotten({
  memory,
  pendingMemory,
  logs,
}: RequestSession): Promise<void> {
  if (memory === undefined || pendingMemory === undefined || pendingMemory.isChecked) return;
  pendingMemory.isChecked = true;
  const { profile, injections, epoch } = logs.current;
  const items = [
    ...(profile?.factIds ?? []).map((factId) => ({ factId })),
    ...injections.flatMap((injection) => injection.memory?.items ?? []),
  ];
  if (await memory.hasForgotten(items)) pendingMemory.forgottenEpoch = epoch;
}

/** Of its shares, what memory fills: a budget that shrinks a little must not end the epoch. */
const FILLED_SHARE = 0.95;

const NOTHING: QuotedMemory = { text: '', items: [], tokens: 0 };

function recordQuote(
  { logs, record }: RequestSession,
  { from: forSeq }: MessageGroup,
  { text, items }: QuotedMemory,
): Promise<void> {
  const { epoch } = logs.current;
  const memory = { forSeq, items };
  return record({ type: 'injection', epoch, afterSeq: forSeq - 1, text, memory });
}

/** Whether nothing that is sent comes after the message. */
function isNewest({ context: { groups } }: RequestView, user: MessageGroup): boolean {
  return groups.findLast(({ messages }) => messages.length > 0) === user;
}

/**
 * Whether a compaction has to come first: then the next epoch has room, or a profile that holds.
 */
function endsEpoch(session: RequestSession, view: RequestView, isFresh: boolean): boolean {
  const { state, config, epochChange, budget } = view;
  const { pendingMemory } = session;
  if (!view.fitsWithoutMemory || epochChange !== undefined) return true;
  if (pendingMemory?.forgottenEpoch === state.epoch) return true;
  if (config.policy.refills !== true || isFresh) return false;
  if ((pendingMemory?.recalled?.tokens ?? 0) <= roomOf(view)) return false;
  // Where the epoch continues, an answer is recorded: asked again, memory may give another.
  const expecting = viewSession(session, budget);
  const { decision } = askPolicy(expecting);
  return decision.action !== 'keep' && !isDeferred(expecting, decision);
}

/** Tokens that the request leaves free. */
function roomOf({ config, draft, budget }: RequestView): number {
  if (config.policy.unlimited === true) return Infinity;
  return budget.inputBudget - draft.usedTokens - REQUEST_SLACK_TOKENS;
}

/** As much of the answers as the shares leave: `taken` is what of memory is sent already. */
function quoteWithin(
  view: RequestView,
  answers: Answers,
  { taken, room = Infinity }: { taken: number; room?: number },
): QuotedMemory {
  const { state, config, context } = view;
  const { maxTokens, maxLearningTokens } = memoryAllowance(config, context);
  const learned = state.injections.flatMap(({ memory }) => memory?.items ?? []);
  const isNewEpoch = room === Infinity && config.policy.unlimited !== true;
  const left = maxLearningTokens - (isNewEpoch ? 0 : learningTokensOf(learned));
  const limits = {
    maxTokens: Math.min(Math.floor(maxTokens * FILLED_SHARE) - taken, room),
    maxMemoryTokens: maxTokens,
    maxLearningTokens: Math.floor(left * FILLED_SHARE),
  };
  return quoteMemory(answers, limits, config.counter);
}

/** What memory says that the request does not hold. */
async function recallUnsent(
  view: RequestView,
  memory: SessionMemory,
  user: MessageGroup,
): Promise<Answers> {
  const { state, config, context, draft } = view;
  const { maxTokens, maxLearningTokens } = memoryAllowance(config, context);
  const answers = await memory.recall({
    entryId: user.entries[0]?.id ?? '',
    text: user.messages.map(messageText).join('\n'),
    limit: config.settings.memoryLimit ?? MEMORY_LIMIT,
    maxMemoryTokens: maxTokens,
    maxLearningTokens,
    excludes: heldSources(view.state),
  });
  const sent = draft.messages.map(messageText).join('\n');
  const recalled = state.injections.flatMap(({ memory: known }) => known?.items ?? []);
  const factIds = new Set(recalled.map(({ factId }) => factId));
  const isNew = ({ text, factId }: Recollection): boolean =>
    !(factId !== undefined && factIds.has(factId)) &&
    !sent.includes(text.trim()) &&
    !sent.includes(quoteText(text));
  return {
    memories: answers.memories.filter(isNew),
    learnings: answers.learnings.filter(isNew),
  };
}

/**
 * Whether the request holds what was said there, as the log or as a recalled record, or the user
 * cleared it from the context.
 */
export function heldSources(state: RequestView['state']): (source: MemorySource) => boolean {
  const key = ({ sessionId, entryId }: MemorySource): string =>
    JSON.stringify([sessionId, entryId]);
  const { sessionId, groups, injections, compaction } = state;
  const sent = groups
    .list()
    .flatMap(({ entries, rendered }) =>
      entries.filter((_, index) => isReadable(rendered[index])).map(({ id }) => id),
    );
  const recalled = injections.flatMap(({ memory }) => memory?.items ?? []);
  const held = new Set([
    ...sent.map((entryId) => key({ sessionId, entryId })),
    ...recalled.flatMap(({ sources }) => sources.map(key)),
  ]);
  const isCleared = (compaction?.clearedThrough ?? -1) >= 0;
  return (source) => held.has(key(source)) || (isCleared && source.sessionId === sessionId);
}

function isReadable(rendered: MessageGroup['rendered'][number] | undefined): boolean {
  return rendered?.disposition === 'verbatim' || rendered?.disposition === 'truncated';
}
