import type { TextCut } from '@everlong/core';

import type { Counter } from '../rendering/counter.js';
import {
  type MessageGroup,
  type RenderedEntry,
  renderedTokens,
} from '../rendering/message-group.js';
import { truncateGroup } from './apply-truncation.js';
import { keepGroupLines, type LinesOf } from './kept-lines.js';
import { maskGroup } from './mask-group.js';

/** What groups would take if they were shortened. */
export interface GroupSizes {
  /** Tokens of the group with its old tool results masked. */
  masked(group: MessageGroup): number;
  /** Tokens of the group with its long texts cut. */
  cut(group: MessageGroup, cut: TextCut): number;
  /** Tokens of the group with only some lines of its results. */
  lines(group: MessageGroup, linesOf: LinesOf): number;
}

/**
 * Each size is worked out once for a session: policies ask for those of the same groups before
 * every request, while a view lasts for one.
 */
export function createGroupSizes(counter: Counter): GroupSizes {
  const maskedTokens = new WeakMap<MessageGroup, number>();
  const cutTokens = new WeakMap<TextCut, WeakMap<MessageGroup, number>>();

  function once(
    known: WeakMap<MessageGroup, number>,
    group: MessageGroup,
    render: () => RenderedEntry[],
  ): number {
    const tokens = known.get(group) ?? renderedTokens(render(), counter);
    known.set(group, tokens);
    return tokens;
  }

  return {
    masked: (group) => once(maskedTokens, group, () => maskGroup(group, counter)),
    cut(group, cut) {
      const known = cutTokens.get(cut) ?? new WeakMap<MessageGroup, number>();
      cutTokens.set(cut, known);
      return once(known, group, () => truncateGroup(group, cut));
    },
    lines: (group, linesOf) => renderedTokens(keepGroupLines(group, linesOf), counter),
  };
}
