import { type Fields, isFields, listOf } from './request-body.js';
import type { Violation } from './violation.js';

/** The rules of `createThinkingCheck`, which needs to know what was answered before. */
export const anthropicThinkingRules = {
  /**
   * Thinking is sent only behind the bytes in which it was made: system, tools (a set) and all that
   * was said before, `cache_control` apart; none is left out between two. A leading run may be.
   */
  'anthropic/thinking-bound':
    'https://platform.claude.com/docs/en/build-with-claude/preserved-thinking/prefix-checks',
  /**
   * Thinking behind a summary that the API wrote on demand is as valid as behind what it stands
   * for, if system and tools (those that are not deferred) are the same and the first message kept
   * is of another role than the last one summarized, and no system message. Behind a summary by a
   * threshold no thinking of before is. Read 2026-11-23.
   */
  'anthropic/thinking-behind-summary':
    'https://platform.claude.com/docs/en/build-with-claude/compaction-thinking-blocks',
} as const;

/** Judges requests of Claude models that bind their thinking to what stood before it. */
export interface ThinkingCheck {
  /** Keeps what a request was that got this content for an answer. */
  answered(body: unknown, content: unknown): void;
  /** Keeps what a block stands for, which a model that binds its thinking wrote on demand. */
  summarized(body: unknown, block: unknown): void;
  /** The thinking of a request that stands where it was not made. */
  validate(body: unknown): Violation[];
}

/** The place where thinking was made: behind these blocks, and after that thinking. */
interface Making {
  prefix: number;
  previous: string | undefined;
}

/** The walk over the messages that a summary was made of. */
interface Walked {
  start: number;
  end: number;
  role: unknown;
}

/** A check that knows no answer yet. */
export function createThinkingCheck(): ThinkingCheck {
  const numbers = new Map<string, number>();
  const made = new Map<string, Making>();
  const summaries = new Map<string, Walked>();

  /** One number for each sequence of blocks. */
  function after(prefix: number, block: unknown): number {
    const key = `${prefix} ${canonical(block)}`;
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return number;
  }

  const walk = (body: Fields, visit: Visit): Walked =>
    walkBlocks(body, { after, summaries, visit });

  return {
    answered(body, content) {
      if (!isFields(body)) return;
      const messages = [...listOf(body.messages), { role: 'assistant', content }];
      walk({ ...body, messages }, (key, making) => {
        if (!made.has(key)) made.set(key, making);
      });
    },
    summarized(body, block) {
      if (isFields(body))
        summaries.set(
          canonical(block),
          walk(body, () => {}),
        );
    },
    validate(body) {
      const violations: Violation[] = [];
      if (!isFields(body)) return violations;
      walk(body, (key, { prefix, previous }, path) => {
        const making = made.get(key);
        const follows = previous === undefined || making?.previous === previous;
        if (making?.prefix === prefix && follows) return;
        const message = 'the thinking was made behind other bytes than these';
        violations.push({ rule: 'anthropic/thinking-bound', path, message });
      });
      return violations;
    },
  };
}

type Visit = (key: string, making: Making, path: string) => void;

interface Walk {
  after(prefix: number, block: unknown): number;
  summaries: ReadonlyMap<string, Walked>;
  visit: Visit;
}

/** Visits all thinking; where the walk begins and ends, and in whose role. */
function walkBlocks(body: Fields, { after, summaries, visit }: Walk): Walked {
  const system = typeof body.system === 'string' ? [textBlock(body.system)] : listOf(body.system);
  const tools = listOf(body.tools).filter((tool) => !isFields(tool) || tool.defer_loading !== true);
  const start = after(after(0, system), tools.map(canonical).toSorted());
  let prefix = start;
  let previous: string | undefined;
  let lastRole: unknown;
  let summary: Walked | undefined;
  for (const { role, block, path } of blocksOf(body)) {
    const key = thinkingOf(block);
    if (isFields(block) && block.type === 'compaction') {
      const known = summaries.get(canonical(block));
      summary = known?.start === start ? known : undefined;
      prefix = summary?.end ?? after(start, block);
      previous = undefined;
      lastRole = summary?.role;
      continue;
    }
    // Such a message would become part of the last one that was summarized.
    if (summary !== undefined && (role === summary.role || role === 'system')) {
      prefix = after(prefix, 'merged');
    }
    summary = undefined;
    lastRole = role;
    if (key === undefined) prefix = after(prefix, [role, block]);
    else {
      visit(key, { prefix, previous }, path);
      previous = key;
    }
  }
  return { start, end: prefix, role: lastRole };
}

function blocksOf({ messages }: Fields): { role: unknown; block: unknown; path: string }[] {
  return listOf(messages).flatMap((message, index) => {
    if (!isFields(message)) return [];
    const { role, content } = message;
    const blocks = typeof content === 'string' ? [textBlock(content)] : listOf(content);
    return blocks.map((block, place) => ({
      role,
      block,
      path: `messages.${index}.content.${place}`,
    }));
  });
}

function textBlock(text: string): Fields {
  return { type: 'text', text };
}

/** Identifies a block of thinking; `undefined` for other blocks. */
function thinkingOf(block: unknown): string | undefined {
  if (!isFields(block)) return undefined;
  if (block.type === 'thinking') return String(block.signature);
  return block.type === 'redacted_thinking' ? String(block.data) : undefined;
}

/** JSON with sorted keys and without cache markers; equal for what the provider calls equal. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (!isFields(item)) return item;
    const { cache_control: _marker, ...fields } = item;
    return Object.fromEntries(
      Object.entries(fields).toSorted(([left], [right]) => (left < right ? -1 : 1)),
    );
  });
}
