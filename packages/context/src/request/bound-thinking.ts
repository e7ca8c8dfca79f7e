import type { Entry, EpochInputs, ModelMessage } from '@everlong/core';
import { shortHash } from '@everlong/core/internal';
import { encodeValue } from '@everlong/core/store-kit';

import type { MessageGroup } from '../rendering/message-group.js';
import { withoutThinking } from '../rendering/without-thinking.js';
import { blockOf } from '../state/provider-messages.js';
import { markOf, type PrefixMark, type RequestMark } from '../state/request-mark.js';

/** What a request's thinking rests on. */
export interface BoundThinking {
  /** For the mark of its answer. */
  mark: PrefixMark;
  /** The entries whose thinking was made behind other bytes than those before it. */
  omitted: ReadonlySet<number>;
}

/** What the messages up to one amount to. */
interface Place extends Pick<BoundThinking, 'mark'> {
  /** The last entry whose thinking is left out, after others. */
  readonly omits?: { seq: number; after: Place['omits'] } | undefined;
  /** Whether the newest answer was made behind what stands before it, and nothing else was said. */
  readonly isBehind: boolean;
}

/** Requests were checked before, and the next one extends the last: by what they were made with. */
const walks = new WeakMap<
  EpochInputs,
  { head: string; messages: readonly ModelMessage[]; places: Place[] }
>();

/**
 * Compares what stands before each answer with what stood there when it was made, as its mark says.
 * An answer without a mark that only tool results part from the one before belongs to the same loop
 * of a caller's: it was made behind what that was. `own`: instructions that are not the caller's.
 */
export function checkThinking(
  messages: readonly ModelMessage[],
  groups: readonly MessageGroup[],
  { inputs, own }: { inputs: EpochInputs | undefined; own: string },
): BoundThinking {
  const head = headOf(inputs, own);
  const last = inputs === undefined ? undefined : walks.get(inputs);
  const known = last?.head === head ? last : { messages: [], places: [] };
  let same = 0;
  while (same < messages.length && messages[same] === known.messages[same]) same++;
  const places = same === known.places.length ? known.places : known.places.slice(0, same);
  let place: Place = places.at(-1) ?? { mark: { prefix: head }, isBehind: false };
  if (places.length === messages.length) return summedUp(place);
  const rest = messages.slice(places.length);
  const count = rest.filter(isAnswer).length;
  const answers: Entry[] = [];
  for (let next = groups.length - 1; next >= 0 && answers.length < count; next--) {
    const group = groups[next];
    if (group !== undefined) answers.unshift(...answersOf(group));
  }
  let spoken = answers.length - count;
  for (const message of rest) {
    place = placeAfter(message, place, isAnswer(message) ? answers[spoken++] : undefined);
    places.push(place);
  }
  if (inputs !== undefined) walks.set(inputs, { head, messages, places });
  return summedUp(place);
}

function summedUp({ mark, omits }: Place): BoundThinking {
  const omitted = new Set<number>();
  for (let item = omits; item !== undefined; item = item.after) omitted.add(item.seq);
  return { mark, omitted };
}

function isAnswer(message: ModelMessage): boolean {
  return message.role === 'assistant' && blockOf(message) === undefined;
}

/** `answer`: the entry of a message of the assistant's. */
function placeAfter(message: ModelMessage, from: Place, answer: Entry | undefined): Place {
  const { omits } = from;
  const bare = withoutThinking(message);
  const mark = { ...from.mark, prefix: prefixAfter(from.mark.prefix, message, bare) };
  if (answer === undefined) {
    return { mark, omits, isBehind: message.role === 'tool' && from.isBehind };
  }
  const isBehind = isMadeBehind(markOf(answer), from);
  const { seq } = answer;
  if (bare === message) return { mark, omits, isBehind };
  return isBehind
    ? { mark: { ...mark, thinking: seq }, omits, isBehind }
    : { mark, omits: { seq, after: omits }, isBehind };
}

/** A provider's block is as good as what it stands for, if nothing else came before that. */
function prefixAfter(prefix: string, message: ModelMessage, bare: ModelMessage): string {
  const { standsFor } = blockOf(message) ?? {};
  return standsFor?.head === prefix ? standsFor.prefix : shortHash(prefix + digestOf(bare));
}

/** What thinking behind these messages rests on: for a block that is to stand for them. */
export function standsForOf(
  messages: readonly ModelMessage[],
  inputs: EpochInputs | undefined,
  own: string,
): { head: string; prefix: string } {
  const head = headOf(inputs, own);
  const prefix = messages.reduce(
    (before, message) => prefixAfter(before, message, withoutThinking(message)),
    head,
  );
  return { head, prefix };
}

function headOf(inputs: EpochInputs | undefined, own: string): string {
  return shortHash([inputs?.instructions, inputs?.tools, own].join('\n'));
}

function isMadeBehind(mark: RequestMark | undefined, { mark: now, isBehind }: Place): boolean {
  if (mark === undefined) return isBehind;
  // Only the first of a request's thinking may have lost what came before it.
  const follows = now.thinking === undefined || mark.thinking === now.thinking;
  return mark.prefix === now.prefix && follows;
}

const answersIn = new WeakMap<MessageGroup, readonly Entry[]>();

/** The entries that are sent as the assistant's messages, in order. */
function answersOf(group: MessageGroup): readonly Entry[] {
  const known = answersIn.get(group);
  if (known !== undefined) return known;
  const said = group.rendered.filter(({ messages }) => messages.some(isAnswer));
  const spoken = new Set(said.map(({ seq }) => seq));
  const answers = group.entries.filter(({ seq }) => spoken.has(seq));
  answersIn.set(group, answers);
  return answers;
}

const digests = new WeakMap<ModelMessage, string>();

/** The same for messages that are equal, in whatever order a store gives their fields back. */
function digestOf(message: ModelMessage): string {
  const known = digests.get(message);
  if (known !== undefined) return known;
  const sorted: unknown = JSON.parse(encodeValue(message), (_key, value: unknown) =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(
          Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)),
        ),
  );
  const digest = shortHash(JSON.stringify(sorted));
  digests.set(message, digest);
  return digest;
}
