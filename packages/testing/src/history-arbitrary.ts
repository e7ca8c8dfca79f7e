import type {
  AssistantPart,
  EntryInput,
  ModelMessage,
  ToolResultOutput,
  UserPart,
} from '@everlong/core';
import fc from 'fast-check';

import { approvalArbitrary, type ApprovalMove, playApproval } from './approval-moves.js';

/** One step of a random conversation. */
export type HistoryStep = { append: EntryInput[] } | { prepare: true };

/**
 * Random conversations as real logs have them and worse: parallel calls, missing, late, repeated
 * and orphaned results, calls that wait for the user's leave, repeated and odd ids, odd tool names,
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
  | { kind: 'exchange'; text: string; calls: Call[]; prepareInside: boolean }
  | ApprovalMove
  | { kind: 'orphan'; text: string }
  | { kind: 'prepare' };

interface Call {
  id: string | undefined;
  name: string;
  input: unknown;
  /** `undefined` leaves the call without a result. */
  output: string | undefined;
  shape: 'text' | 'json' | 'error-text' | 'content' | 'image';
  repeated: boolean;
}

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

const callArbitrary: fc.Arbitrary<Call> = fc.record({
  id: fc.option(fc.constantFrom('same', 'a|b', '', 'x'.repeat(70)), { nil: undefined, freq: 6 }),
  name: fc.constantFrom('read_file', 'bash', 'mcp.server/tool', '9lives', '', 'n'.repeat(80)),
  input: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ path: fc.constantFrom('a.ts', 'b.ts'), content: textArbitrary }),
    },
    { weight: 1, arbitrary: fc.constantFrom<unknown[]>('not json', null, 42, ['a'], {}) },
  ),
  output: fc.option(textArbitrary, { nil: undefined, freq: 6 }),
  shape: fc.constantFrom('text', 'text', 'json', 'error-text', 'content', 'image'),
  repeated: fc.boolean(),
});

const plain = (kind: 'user' | 'tool-text' | 'system' | 'assistant' | 'late' | 'orphan' | 'image') =>
  textArbitrary.map((text): Move => ({ kind, text }));

const moveArbitrary: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: plain('user') },
  { weight: 3, arbitrary: plain('assistant') },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('exchange' as const),
      text: textArbitrary,
      calls: fc.array(callArbitrary, { minLength: 1, maxLength: 4 }),
      prepareInside: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: approvalArbitrary(textArbitrary) },
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

/** Pixels of nothing in particular: a PNG's first bytes, in base64. */
const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function playMoves(moves: readonly Move[]): HistoryStep[] {
  const steps: HistoryStep[] = [];
  let seq = 0;
  let unanswered: { id: string; name: string } | undefined;

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
        unanswered = playExchange(move);
        break;
      case 'approval':
        playApproval(move, { append, prepare, marked, id: `ask-${seq}` });
        break;
      case 'late':
      case 'orphan': {
        const call = move.kind === 'late' ? unanswered : { id: 'never-called', name: 'ghost' };
        if (call === undefined) break;
        append({
          role: 'tool',
          content: [resultOf(call.id, call.name, textOutput(marked(move.text)))],
        });
        break;
      }
    }
  }
  prepare();
  return steps;

  function playExchange(move: Extract<Move, { kind: 'exchange' }>): typeof unanswered {
    const calls = move.calls.map((call, index) => ({
      ...call,
      id: call.id ?? `call-${seq}-${index}`,
    }));
    const parts: AssistantPart[] = calls.map(({ id, name, input }) => ({
      type: 'tool-call',
      toolCallId: id,
      toolName: name,
      input,
    }));
    append({ role: 'assistant', content: [{ type: 'text', text: marked(move.text) }, ...parts] });
    let missing: typeof unanswered;
    for (const [index, call] of calls.entries()) {
      if (move.prepareInside && index === 1) steps.push({ prepare: true });
      if (call.output === undefined) {
        missing = call;
        continue;
      }
      const result = resultOf(call.id, call.name, shapedOutput(call.shape, marked(call.output)));
      append({ role: 'tool', content: call.repeated ? [result, result] : [result] });
    }
    return missing;
  }
}

function imageContent(text: string): UserPart[] {
  return [
    { type: 'text', text },
    { type: 'file', data: { type: 'data', data: IMAGE }, mediaType: 'image/png' },
  ];
}

function reasoningContent(text: string, signed: boolean): AssistantPart[] {
  const signature = { anthropic: { signature: 'c2lnbmF0dXJl' } };
  return [
    { type: 'reasoning', text: 'thinking', ...(signed ? { providerOptions: signature } : {}) },
    { type: 'text', text },
  ];
}

function resultOf(toolCallId: string, toolName: string, output: ToolResultOutput) {
  return { type: 'tool-result' as const, toolCallId, toolName, output };
}

function textOutput(value: string): ToolResultOutput {
  return { type: 'text', value };
}

function shapedOutput(shape: Call['shape'], text: string): ToolResultOutput {
  switch (shape) {
    case 'json':
      return { type: 'json', value: { text, ok: true } };
    case 'error-text':
      return { type: 'error-text', value: text };
    case 'content':
      return { type: 'content', value: [{ type: 'text', text }] };
    case 'image':
      return {
        type: 'content',
        value: [
          { type: 'text', text },
          { type: 'file', data: { type: 'data', data: IMAGE }, mediaType: 'image/png' },
        ],
      };
    case 'text':
      return textOutput(text);
  }
}
