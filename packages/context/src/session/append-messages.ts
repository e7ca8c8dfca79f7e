import {
  type Entry,
  type EntryInput,
  type ModelMessage,
  toolCallsOf,
  toolResultsOf,
} from '@everlong/core';
import { bindsThinking, findModel } from '@everlong/tokenizer';

import { checkAppendOptions } from './check-call-options.js';
import { toEntryInput } from './entry-input.js';
import { viewSession } from '../request/request-view.js';
import type { PrefixMark } from '../state/request-mark.js';
import { withdrawLateAnswer } from '../interventions/rewind-session.js';
import { loadFormat, type SdkFormat } from '../session-work/sdk-formats.js';
import type { Appendable } from '../session-work/call-options.js';
import type { SessionWork } from '../session-work/session-work.js';

/** Options of `session.append`. */
export interface AppendOptions {
  /** How many entries the log has to have. */
  expectedSeq?: number;
  /** Whose messages these are; without it the AI SDK's. */
  as?: SdkFormat | undefined;
  /** With `as`: the id of each message that is read; called in their order. */
  idOf?: ((index: number, message: ModelMessage) => string | undefined) | undefined;
}

/** What a call of `session.append` was given. */
export interface GivenMessages {
  /** The entries to append, once the calls before it are done. */
  inputs(work: SessionWork): Promise<EntryInput[]>;
  options: { expectedSeq?: number };
}

/**
 * Takes the messages as they are when `append` is called, which may wait for its turn: what the
 * caller adds to its list meanwhile, or changes, is not appended. Of another SDK's messages, whose
 * shape only their format knows, the list alone is copied. Throws for what is no message.
 */
export function takeMessages(
  messages: unknown,
  model: string | undefined,
  appendOptions: AppendOptions = {},
): GivenMessages {
  checkAppendOptions(appendOptions);
  const { as, idOf, ...options } = appendOptions;
  if (as === undefined) {
    const inputs = listOf(messages).map((item) => toEntryInput(item, model));
    return { options, inputs: async () => inputs };
  }
  const given: unknown = Array.isArray(messages) ? [...(messages as unknown[])] : messages;
  const maker = makerOf(as, model);
  return {
    options,
    async inputs(work) {
      const found = await readForeign(work, as, given, idOf);
      return found.map((item) => toEntryInput(item, maker));
    },
  };
}

/** `session.append`: the entries as they are stored. */
export async function appendMessages(
  work: SessionWork,
  id: string,
  given: GivenMessages,
): Promise<Entry[]> {
  const { logs, config, memory, requestUsage } = work;
  const inputs = await given.inputs(work);
  const entries = await config.store.append(
    id,
    requestUsage.mark(inputs, assumedPrefix(work, inputs)),
    given.options,
  );
  await logs.add(entries);
  requestUsage.appended(entries);
  await withdrawLateAnswer(work, entries);
  await memory?.observe();
  return entries;
}

/**
 * What an answer was made behind, in a session that was reopened and has made no request since: what
 * its logs send now, which is what another process sent.
 */
function assumedPrefix(work: SessionWork, [first]: readonly EntryInput[]): PrefixMark | undefined {
  const { logs, config, isRestart } = work;
  if (!isRestart || logs.current.inputs === undefined || !bindsThinking(config.model))
    return undefined;
  return first?.message.role === 'assistant' ? viewSession(work).draft.prefix : undefined;
}

/** Whose API a format is. */
const PROVIDERS: Partial<Record<SdkFormat, string>> = {
  anthropic: 'anthropic',
  gemini: 'google',
  'openai-responses': 'openai',
};

/**
 * The model that answers are taken to be of: the session's, unless they are in the format of a
 * provider other than its own, whose signatures and hosted calls it does not take. That of a
 * provider without an API of its own may be any.
 */
function makerOf(format: SdkFormat | undefined, model: string | undefined): string | undefined {
  const provider = format === undefined ? undefined : PROVIDERS[format];
  if (provider === undefined || model === undefined) return model;
  const own = findModel(model)?.provider;
  const isOther = own !== undefined && own !== provider && Object.values(PROVIDERS).includes(own);
  return isOther ? undefined : model;
}

function listOf(messages: unknown): readonly Appendable[] {
  return Array.isArray(messages) ? messages : [messages as Appendable];
}

/** Messages of another SDK, with the names that results do not say. */
async function readForeign(
  { logs }: SessionWork,
  as: SdkFormat,
  messages: unknown,
  idOf: AppendOptions['idOf'],
): Promise<EntryInput[]> {
  const { read } = await loadFormat('session.append', as);
  const { groups, entryCount } = logs.current;
  const newest =
    groups
      .list()
      .at(-1)
      ?.entries.map(({ message }) => message) ?? [];
  const found = read(messages, {
    openCalls: openCalls(newest),
    callIdPrefix: `call_${entryCount}`,
  });
  return found.map((message, index) => {
    const own = idOf?.(index, message);
    return own === undefined ? { message } : { id: own, message };
  });
}

function openCalls(exchange: readonly ModelMessage[]): { toolCallId: string; toolName: string }[] {
  const answered = new Set(
    exchange.flatMap((message) => toolResultsOf(message).map(({ toolCallId }) => toolCallId)),
  );
  return exchange
    .flatMap(toolCallsOf)
    .filter(({ toolCallId }) => !answered.has(toolCallId))
    .map(({ toolCallId, toolName }) => ({ toolCallId, toolName }));
}
