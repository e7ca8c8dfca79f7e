import type { AssistantPart, ToolResultOutput, ToolResultPart } from '@everlong/core';
import fc from 'fast-check';

import type { Player } from './approval-moves.js';

/** Calls of tools, and their results. */
export interface ExchangeMove {
  kind: 'exchange';
  text: string;
  calls: Call[];
  /** True if a request is made between the results. */
  prepareInside: boolean;
}

interface Call {
  id: string | undefined;
  name: string;
  input: unknown;
  /** `undefined` leaves the call without a result. */
  output: string | undefined;
  shape: 'text' | 'json' | 'error-text' | 'content' | 'image';
  repeated: boolean;
}

export function exchangeArbitrary(text: fc.Arbitrary<string>): fc.Arbitrary<ExchangeMove> {
  const call: fc.Arbitrary<Call> = fc.record({
    id: fc.option(fc.constantFrom('same', 'a|b', '', 'x'.repeat(70)), { nil: undefined, freq: 6 }),
    name: fc.constantFrom('read_file', 'bash', 'mcp.server/tool', '9lives', '', 'n'.repeat(80)),
    input: fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({ path: fc.constantFrom('a.ts', 'b.ts'), content: text }),
      },
      { weight: 1, arbitrary: fc.constantFrom<unknown[]>('not json', null, 42, ['a'], {}) },
    ),
    output: fc.option(text, { nil: undefined, freq: 6 }),
    shape: fc.constantFrom('text', 'text', 'json', 'error-text', 'content', 'image'),
    repeated: fc.boolean(),
  });
  return fc.record({
    kind: fc.constant('exchange' as const),
    text,
    calls: fc.array(call, { minLength: 1, maxLength: 4 }),
    prepareInside: fc.boolean(),
  });
}

/** A call without a result. */
export interface UnansweredCall {
  id: string;
  name: string;
}

/** Returns the last call that is left without a result. */
export function playExchange(
  move: ExchangeMove,
  { append, prepare, marked, id }: Player,
): UnansweredCall | undefined {
  const calls = move.calls.map((call, index) => ({ ...call, id: call.id ?? `${id}-${index}` }));
  const parts: AssistantPart[] = calls.map(({ id: toolCallId, name: toolName, input }) => ({
    type: 'tool-call',
    toolCallId,
    toolName,
    input,
  }));
  append({ role: 'assistant', content: [{ type: 'text', text: marked(move.text) }, ...parts] });
  let unanswered: UnansweredCall | undefined;
  for (const [index, call] of calls.entries()) {
    if (move.prepareInside && index === 1) prepare();
    if (call.output === undefined) {
      unanswered = call;
      continue;
    }
    const result = resultOf(call, shapedOutput(call.shape, marked(call.output)));
    append({ role: 'tool', content: call.repeated ? [result, result] : [result] });
  }
  return unanswered;
}

/** A call that the provider ran itself, in the message of its result. */
export interface HostedMove {
  kind: 'hosted';
  text: string;
  name: string;
  isAnswered: boolean;
}

export function hostedArbitrary(text: fc.Arbitrary<string>): fc.Arbitrary<HostedMove> {
  return fc.record({
    kind: fc.constant('hosted' as const),
    text,
    name: fc.constantFrom('web_search', 'lookup'),
    isAnswered: fc.boolean(),
  });
}

export function hostedContent({ text, name, isAnswered }: HostedMove, id: string): AssistantPart[] {
  const call = { toolCallId: id, toolName: name, providerExecuted: true };
  const output = { type: 'json' as const, value: [] };
  return [
    { type: 'tool-call', ...call, input: { query: 'heron' } },
    ...(isAnswered ? [{ type: 'tool-result' as const, ...call, output }] : []),
    { type: 'text', text },
  ];
}

export function textResult(call: UnansweredCall, text: string): ToolResultPart {
  return resultOf(call, { type: 'text', value: text });
}

/** Pixels of nothing in particular: a PNG's first bytes, in base64. */
const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A text and an image. */
export function imageContent(text: string) {
  const data = { type: 'data' as const, data: IMAGE };
  return [
    { type: 'text' as const, text },
    { type: 'file' as const, data, mediaType: 'image/png' },
  ];
}

function resultOf({ id, name }: UnansweredCall, output: ToolResultOutput): ToolResultPart {
  return { type: 'tool-result', toolCallId: id, toolName: name, output };
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
      return { type: 'content', value: imageContent(text) };
    case 'text':
      return { type: 'text', value: text };
  }
}
