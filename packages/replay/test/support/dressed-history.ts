import type { AssistantPart, EntryInput, JsonObject, JsonValue, UserPart } from '@everlong/core';
import { mapTexts } from '@everlong/core/internal';
import { historyArbitrary, type HistoryStep } from '@everlong/testing';
import fc from 'fast-check';

/**
 * Random histories as models leave them: with reasoning, signatures, item ids, files, approvals.
 */
export function dressedHistory(options: { maxSteps?: number } = {}): fc.Arbitrary<HistoryStep[]> {
  return fc
    .tuple(historyArbitrary(options), fc.array(dressArbitrary, { minLength: 1, maxLength: 8 }))
    .map(([steps, dresses]) => dressSteps(steps, dresses));
}

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What a terminal would obey: a title, a cleared screen, a colour in C1, a direction override. */
const ESCAPES = '\u001b]0;pwned\u0007\u001b[2J\u009b31m\u202e\b\r';

/** Tools that each maker ran itself, with their results, some of them too long to be kept. */
export const HOSTED: readonly (readonly AssistantPart[])[] = [
  [
    ...hosted('srvtoolu_1', 'web_search', { query: 'x' }, [
      {
        type: 'web_search_result',
        url: 'https://example.com',
        title: `Example${ESCAPES}`,
        pageAge: null,
        encryptedContent: 'c2VjcmV0'.repeat(400),
      },
    ]),
    ...hosted(
      'srvtoolu_2',
      'code_execution',
      { type: 'bash_code_execution', command: `ls${ESCAPES}` },
      {
        type: 'bash_code_execution_result',
        content: [],
        stdout: `${ESCAPES}${'a line of output\n'.repeat(300)}`,
        stderr: '',
        return_code: 0,
      },
    ),
  ],
  hosted('ws_1', 'web_search', {}, { action: { type: 'search', query: `x${ESCAPES}` } }),
  hosted(
    'exec_1',
    'code_execution',
    { language: 'PYTHON', code: 'print(1)' },
    { outcome: 'OUTCOME_OK', output: ESCAPES.repeat(50) },
  ),
  [],
];

function hosted(
  toolCallId: string,
  toolName: string,
  input: JsonObject,
  value: JsonValue,
): AssistantPart[] {
  return [
    { type: 'tool-call', toolCallId, toolName, input, providerExecuted: true },
    { type: 'tool-result', toolCallId, toolName, output: { type: 'json', value } },
  ];
}

/** A model, and what it leaves in its messages for itself alone. */
interface Maker {
  model?: string;
  reasoning: (place: string) => AssistantPart;
  options: (place: string) => NonNullable<EntryInput['message']['providerOptions']>;
}

export const makers: readonly Maker[] = [
  {
    model: 'claude-sonnet-4-6',
    reasoning: () => ({
      type: 'reasoning',
      text: 'hm',
      providerOptions: { anthropic: { signature: 'c2lnbmF0dXJl' } },
    }),
    options: () => ({ anthropic: {} }),
  },
  {
    model: 'gpt-5.5',
    reasoning: (place) => ({
      type: 'reasoning',
      text: 'hm',
      providerOptions: {
        openai: { itemId: `rs_${place}`, reasoningEncryptedContent: 'gAAAAABo' },
      },
    }),
    options: (place) => ({ openai: { itemId: place } }),
  },
  {
    model: 'gemini-3-pro-preview',
    reasoning: () => ({
      type: 'reasoning',
      text: 'hm',
      providerOptions: { google: { thoughtSignature: 'c2lnbmF0dXJl' } },
    }),
    options: () => ({ google: { thoughtSignature: 'c2lnbmF0dXJl' } }),
  },
  { reasoning: () => ({ type: 'reasoning', text: 'hm' }), options: () => ({}) },
];

/** How one entry is dressed. */
interface Dress {
  maker: number;
  thinks: 'not' | 'first' | 'last';
  signs: boolean;
  saysModel: boolean;
  /** Whether its texts hold terminal escape sequences. */
  escapes: boolean;
  /** Whether its items are those of other entries too, as after a message was kept twice. */
  repeats: boolean;
  extra: 'none' | 'approval' | 'file' | 'custom' | 'reasoning-only' | 'searched' | 'unknown';
}

const dressArbitrary: fc.Arbitrary<Dress> = fc.record({
  maker: fc.nat(makers.length - 1),
  thinks: fc.constantFrom('not', 'first', 'last'),
  signs: fc.boolean(),
  saysModel: fc.boolean(),
  escapes: fc.constantFrom(false, false, true),
  repeats: fc.constantFrom(false, false, false, true),
  extra: fc.constantFrom(
    'none',
    'none',
    'approval',
    'file',
    'custom',
    'reasoning-only',
    'searched',
    'unknown',
  ),
});

/** The entry as that model would have left it: with reasoning, signatures and item ids. */
function dress(plain: EntryInput, chosen: Dress): EntryInput {
  const input = chosen.escapes ? { ...plain, message: withEscapes(plain.message) } : plain;
  const { message } = input;
  const by = makers[chosen.maker];
  if (typeof message.content === 'string' || by === undefined) return input;
  if (message.role === 'user') return { ...input, message: withFiles(message, chosen) };
  if (message.role === 'tool') return { ...input, message: withDecision(message, chosen) };
  if (message.role !== 'assistant') return input;
  const place = chosen.repeats ? 'same' : (input.id ?? '').replaceAll(/\W/g, '');
  const parts = message.content.map((part, index): AssistantPart => {
    const prefix = part.type === 'tool-call' ? 'fc' : 'msg';
    const options = by.options(`${prefix}_${place}${index}`);
    const dressed = { ...part, providerOptions: options } as AssistantPart;
    return chosen.signs ? dressed : part;
  });
  // A message without a model counts as one of the session's: what no other takes must say so.
  const saysModel = chosen.saysModel || chosen.extra === 'searched';
  if (chosen.thinks === 'first') parts.unshift(by.reasoning(place));
  if (chosen.thinks === 'last') parts.push(by.reasoning(place));
  return {
    ...input,
    message: { role: 'assistant', content: withExtra(parts, chosen) },
    ...(saysModel && by.model !== undefined ? { model: by.model } : {}),
  };
}

function withEscapes(message: EntryInput['message']): EntryInput['message'] {
  return mapTexts(message, (text) => `${text}${ESCAPES}`);
}

function withExtra(parts: AssistantPart[], { extra, maker }: Dress): AssistantPart[] {
  switch (extra) {
    case 'approval': {
      const call = parts.find((part) => part.type === 'tool-call');
      if (call === undefined) return parts;
      const { toolCallId } = call;
      return [...parts, { type: 'tool-approval-request', approvalId: 'approval-1', toolCallId }];
    }
    case 'file':
      return [
        ...parts,
        { type: 'file', data: { type: 'data', data: PNG }, mediaType: 'image/png' },
      ];
    case 'custom':
      return [...parts, { type: 'custom', kind: 'acme.item' }];
    case 'searched':
      return [...(HOSTED[maker] ?? []), ...parts];
    case 'reasoning-only':
      return parts.filter((part) => part.type === 'reasoning');
    case 'unknown':
      return [...parts, { type: 'hologram', beam: 1 } as unknown as AssistantPart];
    case 'none':
      return parts;
  }
}

type ToolMessage = Extract<EntryInput['message'], { role: 'tool' }>;

function withDecision(message: ToolMessage, { extra, signs }: Dress): ToolMessage {
  if (extra !== 'approval') return message;
  const decision = {
    type: 'tool-approval-response' as const,
    approvalId: 'approval-1',
    approved: signs,
  };
  return { ...message, content: [decision, ...message.content] };
}

type UserMessage = Extract<EntryInput['message'], { role: 'user' }>;

/** Files of kinds that not every provider takes as they are. */
function withFiles(message: UserMessage, { extra }: Dress): UserMessage {
  if (typeof message.content === 'string') return message;
  switch (extra) {
    case 'file':
      return {
        ...message,
        content: [
          ...message.content,
          {
            type: 'file',
            data: { type: 'data', data: 'JVBERi0xLjQK' },
            mediaType: 'application/pdf',
          },
          { type: 'file', data: { type: 'text', text: 'a,b' }, mediaType: 'text/csv' },
          {
            type: 'file',
            data: { type: 'url', url: new URL('https://example.com/a.png') },
            mediaType: 'image/png',
          },
        ],
      };
    case 'unknown':
      return {
        ...message,
        content: [...message.content, { type: 'hologram' } as unknown as UserPart],
      };
    default:
      return message;
  }
}

function dressSteps(steps: readonly HistoryStep[], dresses: readonly Dress[]): HistoryStep[] {
  return steps.map((step, index) => {
    const chosen = dresses[index % dresses.length];
    if (!('append' in step) || chosen === undefined) return step;
    return { append: step.append.map((input) => dress(input, chosen)) };
  });
}
