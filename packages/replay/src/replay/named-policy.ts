import type { SessionOptions } from '@everlong/context';
import type { Summarizer } from '@everlong/core';
import type { ModelTokenizer } from '@everlong/tokenizer';

import { createSimulatedCompactor } from './simulated-compactor.js';
import { createSimulatedSummarizer } from './simulated-summarizer.js';

const WITH_KEEP = /^everlong \((little|balanced|much)\)$/;

/** What `everlong` costs and keeps when its snapshots say nothing and messages get their room. */
const WITHOUT_SNAPSHOT = 'everlong (no snapshot)';

/** `everlong` with a model whose summaries are always one text: what its calls cost. */
const WITH_MODEL = 'everlong (simulated model)';

/** `everlong` where the provider writes the summaries; needs a model whose provider offers that. */
const WITH_PROVIDER = /^everlong \((?:(little|much), )?simulated provider\)$/;

/** What the default lets messages and snapshots side by side take together. */
const TAIL_TOKENS = 28_000;

const HEADER = '[Summary: earlier messages were left out.]';

/** The tokens that such a snapshot may take. */
const HEADER_TOKENS = 150;

const headerOnly: Summarizer = {
  name: 'header only',
  async summarize({ entries, previous, count }) {
    const last = entries.at(-1)?.seq ?? previous?.throughSeq ?? 0;
    const messagesCovered = (previous?.messagesCovered ?? 0) + entries.length;
    return {
      snapshot: {
        text: HEADER,
        tokens: count(HEADER),
        throughSeq: last,
        messagesCovered,
        source: 'extractive',
        sections: {},
        ledger: [],
      },
    };
  },
};

/**
 * The session options for the name of a policy in replay: the engine's names, `everlong (little)`,
 * `everlong (balanced)` and `everlong (much)` for its option `keep`, `everlong (no snapshot)`, whose
 * snapshots are one line, `everlong (simulated model)`, which is billed for a fixed text, and
 * `everlong (simulated provider)` with `compaction: 'provider'`, or `everlong (little, …)`.
 */
export function namedPolicy(
  name: string,
  tokenizer?: ModelTokenizer,
): Pick<SessionOptions, 'keep' | 'summarizer' | 'budget' | 'compaction' | 'compactor'> & {
  policy: string;
} {
  if (name === WITHOUT_SNAPSHOT) {
    const budget = {
      maxSnapshotTokens: HEADER_TOKENS,
      maxTailTokens: TAIL_TOKENS,
    };
    return { policy: 'everlong', summarizer: headerOnly, budget };
  }
  if (name === WITH_MODEL) return { policy: 'everlong', summarizer: createSimulatedSummarizer() };
  const ofProvider = WITH_PROVIDER.exec(name);
  const given = (ofProvider ?? WITH_KEEP.exec(name))?.[1];
  const keep = given === undefined ? {} : { keep: given as 'little' | 'balanced' | 'much' };
  if (ofProvider !== null) {
    const compactor = tokenizer && createSimulatedCompactor(tokenizer);
    return { policy: 'everlong', ...keep, ...(compactor && { compaction: 'provider', compactor }) };
  }
  return given === undefined ? { policy: name } : { policy: 'everlong', ...keep };
}
