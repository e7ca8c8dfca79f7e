import { createThinkingCheck } from '@everlong/validators';

/** A request body of Anthropic's Messages API, or a part of one. */
type Fields = Record<string, unknown>;

/** The header value with which a request may say what becomes of misplaced thinking. */
export const THINKING_BETA = 'thinking-binding-controls-2026-08-01';

/** How the provider refuses misplaced thinking. */
export const THINKING_REFUSAL =
  'Invalid `signature` in `thinking` block. The block is bound to a different conversation. ' +
  'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".';

/** A Claude that binds its thinking to what stood before it, as the provider documents it. */
export interface BindingUpstream {
  /** How many requests it refused. */
  readonly refused: number;
  /** How many blocks of thinking its requests held, those of refused ones apart. */
  readonly taken: number;
  /** The answer to a request: thinking, then what `answer` says. */
  send(body: Fields, betas?: string): { status: number; body: Fields };
  /** The same for an SDK, by HTTP. */
  fetch: typeof globalThis.fetch;
}

/**
 * An upstream that refuses thinking which stands behind other bytes than those in which it was made,
 * or drops it where the request asks for that. `answer`: what it says after its thinking.
 */
export function createBindingUpstream(
  answer: (body: Fields) => readonly Fields[] = () => [{ type: 'text', text: 'Done.' }],
): BindingUpstream {
  const check = createThinkingCheck();
  let answers = 0;
  const upstream = {
    refused: 0,
    taken: 0,
    send(body: Fields, betas = ''): { status: number; body: Fields } {
      const [first] = check.validate(body);
      const drops = betas.includes(THINKING_BETA) && asksToDrop(body);
      if (first !== undefined && !drops) {
        upstream.refused++;
        const error = {
          type: 'invalid_request_error',
          message: `${first.path}: ${THINKING_REFUSAL}`,
        };
        return { status: 400, body: { type: 'error', error } };
      }
      upstream.taken += thinkingIn(body);
      const signature = `signature-${++answers}`;
      const content = [{ type: 'thinking', thinking: '', signature }, ...answer(body)];
      check.answered(body, content);
      const calls = content.some(({ type }) => type === 'tool_use');
      return {
        status: 200,
        body: {
          id: `msg_${answers}`,
          type: 'message',
          role: 'assistant',
          model: body.model,
          content,
          stop_reason: calls ? 'tool_use' : 'end_turn',
          stop_sequence: null,
          usage: { input_tokens: 1, output_tokens: 1 },
          ...(drops ? { input_transformations: dropped(check.validate(body)) } : {}),
        },
      };
    },
    fetch: (async (
      _url: unknown,
      init?: { body?: unknown; headers?: ConstructorParameters<typeof Headers>[0] },
    ) => {
      const betas = new Headers(init?.headers).get('anthropic-beta') ?? '';
      const { status, body } = upstream.send(JSON.parse(String(init?.body)) as Fields, betas);
      return Response.json(body, { status });
    }) as typeof globalThis.fetch,
  };
  return upstream;
}

function asksToDrop({ thinking }: Fields): boolean {
  return JSON.stringify(thinking ?? {}).includes('"prefix_mismatch_behavior":"drop_block"');
}

function dropped(violations: readonly { path: string }[]): Fields[] {
  return violations.map(({ path }) => ({
    type: 'thinking_dropped',
    path,
    reason: 'prefix_binding_mismatch',
  }));
}

function thinkingIn({ messages }: Fields): number {
  return JSON.stringify(messages).split(/"type":"(?:redacted_)?thinking"/).length - 1;
}
