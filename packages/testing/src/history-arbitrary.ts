import type { AssistantPart, EntryInput, ModelMessage } from '@everlong/core';
import fc from 'fast-check';

import { approvalArbitrary, type ApprovalMove, playApproval } from './approval-moves.js';
import {
  exchangeArbitrary,
  type ExchangeMove,
  hostedArbitrary,
  hostedContent,
  type HostedMove,
  imageContent,
  playExchange,
  textResult,
  type UnansweredCall,
} from './exchange-moves.js';

/** One step of a random conversation. */
export type HistoryStep = { append: EntryInput[] } | { prepare: true };

/**
 * Random conversations as real logs have them and worse: parallel calls, missing, late, repeated
 * and orphaned results, calls that wait for the user's leave, calls that the provider ran itself,
 * repeated and odd ids, odd tool names,
 * inputs other than objects, blank texts, signed and unsigned reasoning, images, `system` messages
 * anywhere, text that a program put in the user's role, and now and then a giant. Every entry that
 * holds text starts it with `markerOf` its place.
 */
export function historyArbitrary({ maxSteps = 30 }: { maxSteps?: number } = {}): fc.Arbitrary<
  HistoryStep[]
> {
  return fc
    .array(moveArbitrary, { minLength: 1, maxLength: maxSteps, size: 'max' })
    .map((moves) => playMoves(moves));
}

/** The text that tells which entry a text of a request comes from. */
export function markerOf(seq: number): string {
  return `#${seq}#`;
}

type Move =
  | { kind: 'user' | 'tool-text' | 'system' | 'assistant' | 'late'; text: string }
  | { kind: 'image'; text: string }
  | { kind: 'reasoning'; text: string; signed: boolean }
  | ExchangeMove
  | ApprovalMove
  | HostedMove
  | { kind: 'orphan'; text: string }
  | { kind: 'prepare' };

const wordArbitrary = fc.constantFrom(
  'build',
  'src/index.ts',
  'https://example.com/a?b=1',
  '4711',
  'ошибка',
  '数据库',
  '🙂🙃',
  'the',
  'error: not found',
  '\ud800',
  '<|endoftext|>',
);

const textArbitrary = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.array(wordArbitrary, { maxLength: 30 }).map((words) => words.join(' ')),
  },
  { weight: 2, arbitrary: fc.constantFrom('', ' ', '\n\n', '   \t') },
  { weight: 2, arbitrary: fc.nat(6000).map((length) => 'lorem ipsum '.repeat(length / 12)) },
  { weight: 1, arbitrary: fc.nat(60_000).map((length) => 'x'.repeat(length)) },
);

const plain = (kind: 'user' | 'tool-text' | 'system' | 'assistant' | 'late' | 'orphan' | 'image') =>
  textArbitrary.map((text): Move => ({ kind, text }));

const moveArbitrary: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: plain('user') },
  { weight: 3, arbitrary: plain('assistant') },
  { weight: 8, arbitrary: exchangeArbitrary(textArbitrary) },
  { weight: 2, arbitrary: approvalArbitrary(textArbitrary) },
  { weight: 1, arbitrary: hostedArbitrary(textArbitrary) },
  { weight: 1, arbitrary: plain('tool-text') },
  { weight: 1, arbitrary: plain('system') },
  { weight: 1, arbitrary: plain('late') },
  { weight: 1, arbitrary: plain('orphan') },
  { weight: 1, arbitrary: plain('image') },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('reasoning' as const),
      text: textArbitrary,
      signed: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.constant<Move>({ kind: 'prepare' }) },
);

/** A result names it although nothing called it. */
const ORPHAN: UnansweredCall = { id: 'never-called', name: 'ghost' };

function playMoves(moves: readonly Move[]): HistoryStep[] {
  const steps: HistoryStep[] = [];
  let seq = 0;
  let unanswered: UnansweredCall | undefined;

  const append = (message: ModelMessage, metadata?: EntryInput['metadata']): void => {
    const id = `entry-${seq++}`;
    steps.push({ append: [{ id, message, ...(metadata === undefined ? {} : { metadata }) }] });
  };
  const prepare = (): void => void steps.push({ prepare: true });
  const marked = (text: string): string => (text.trim() === '' ? text : `${markerOf(seq)} ${text}`);

  for (const move of moves) {
    switch (move.kind) {
      case 'prepare':
        prepare();
        break;
      case 'user':
        append({ role: 'user', content: marked(move.text) });
        break;
      case 'tool-text':
        append({ role: 'user', content: marked(move.text) }, { origin: 'tool' });
        break;
      case 'system':
        append({ role: 'system', content: marked(move.text) });
        break;
      case 'assistant':
        append({ role: 'assistant', content: [{ type: 'text', text: marked(move.text) }] });
        break;
      case 'image':
        append({ role: 'user', content: imageContent(marked(move.text)) });
        break;
      case 'reasoning':
        append({ role: 'assistant', content: reasoningContent(marked(move.text), move.signed) });
        break;
      case 'exchange':
        unanswered =
          playExchange(move, { append, prepare, marked, id: `call-${seq}` }) ?? unanswered;
        break;
      case 'approval':
        unanswered =
          playApproval(move, { append, prepare, marked, id: `ask-${seq}` }) ?? unanswered;
        break;
      case 'hosted': {
        const content = hostedContent({ ...move, text: marked(move.text) }, `hosted-${seq}`);
        append({ role: 'assistant', content });
        break;
      }
      case 'late':
      case 'orphan': {
        const call = move.kind === 'late' ? unanswered : ORPHAN;
        if (call === undefined) break;
        append({ role: 'tool', content: [textResult(call, marked(move.text))] });
        break;
      }
    }
  }
  prepare();
  return steps;
}

function reasoningContent(text: string, signed: boolean): AssistantPart[] {
  const signature = { anthropic: { signature: 'c2lnbmF0dXJl' } };
  return [
    { type: 'reasoning', text: 'thinking', ...(signed ? { providerOptions: signature } : {}) },
    { type: 'text', text },
  ];
}
