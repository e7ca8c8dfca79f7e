import type { ModelMessage } from '../../packages/core/dist/index.js';
import {
  createSimulatedCompactor,
  type RequestMaker,
  type RequestRoom,
} from '../../packages/replay/dist/index.js';
import { exchangesOf, newestThatFit } from './exchanges.ts';

/** The soft trigger of `everlong`. */
const TRIGGER_SHARE = 0.75;
/** Kept turns take this share of the room at most. */
const KEPT_SHARE = 0.5;

/**
 * Anthropic's compaction on demand, asked for at three quarters of the room: a block of the provider's
 * replaces what came before the newest turns of the user, or before the exchange in hand.
 */
export function compactOnDemand(keptTurns: number): RequestMaker {
  return compacting(
    (room) => room.maxTokens * TRIGGER_SHARE,
    (current, room) => {
      const users = current.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
      const turn = keptTurns === 0 ? current.length : (users.at(-keptTurns) ?? 0);
      const limit = room.maxTokens * KEPT_SHARE;
      // Two messages between which no call is open.
      const cuts = exchangesOf(current).map((exchange) => current.indexOf(exchange[0] as never));
      return (
        cuts.find((cut) => cut >= turn && room.count(current.slice(cut)) <= limit) ??
        cuts.at(-1) ??
        0
      );
    },
  );
}

/** Its compaction at a threshold of input tokens: the answer goes on behind the block alone. */
export function compactAtThreshold(tokens: number): RequestMaker {
  return compacting(
    () => tokens,
    (current) => current.length,
  );
}

/** `cutOf` says which message of the request stays first. */
function compacting(
  trigger: (room: RequestRoom) => number,
  cutOf: (current: readonly ModelMessage[], room: RequestRoom) => number,
): RequestMaker {
  let head: ModelMessage[] = [];
  let from = 0;
  let sentTokens = 0;
  return async (log, room) => {
    let current = [...head, ...log.slice(from)];
    const cut = room.count(current) < trigger(room) ? 0 : cutOf(current, room);
    if (cut > head.length) {
      const { count, bill } = room;
      const asked = createSimulatedCompactor({ count: room.countText, countMessages: count });
      const messages = current.slice(0, cut);
      const instructions = { role: 'system', content: '' } as const;
      const block = await asked.compact({ instructions, messages });
      const cacheReadTokens = Math.min(sentTokens, count(messages));
      bill({ inputTokens: 0, outputTokens: 0, ...block.usage, cacheReadTokens });
      from += cut - head.length;
      head = block.messages;
      current = [...head, ...log.slice(from)];
    }
    sentTokens = room.count(current);
    return sentTokens <= room.maxTokens ? current : newestThatFit(current, room);
  };
}
