import { pruneMessages } from 'ai';

import type { RequestMaker } from '../../packages/replay/dist/index.js';
import { newestThatFit } from './exchanges.ts';
import { langchainContextEditing, langchainSummarization, langchainTrim } from './langchain.ts';
import { mastraTokenLimiter } from './mastra.ts';
import { piCompaction } from './pi.ts';
import { clearToolUses, codexCompaction } from './reimplemented.ts';

/** By name: how each peer makes its requests. A new one is made for every conversation. */
export const peers: Readonly<Record<string, () => RequestMaker>> = {
  'LangChain trimMessages': langchainTrim,
  'LangChain summarization': langchainSummarization,
  'LangChain context editing': langchainContextEditing,
  'AI SDK pruneMessages, then newest': aiSdkPrune,
  'Mastra TokenLimiter': mastraTokenLimiter,
  'pi compaction': piCompaction,
  'clear tool uses (re-implemented)': clearToolUses,
  'Codex compaction (re-implemented)': codexCompaction,
  'exchanges, newest first': () => async (log, room) => newestThatFit(log, room),
};

/** `pruneMessages` drops old calls, whatever the length; the newest that fit are sent. */
function aiSdkPrune(): RequestMaker {
  return async (log, room) => {
    const pruned = pruneMessages({
      messages: [...log],
      reasoning: 'all',
      toolCalls: 'before-last-2-messages',
      emptyMessages: 'remove',
    });
    return newestThatFit(pruned, room);
  };
}
