import { validateOpenAIResponses } from '@everlong/validators';

/** A request body of OpenAI's Responses API, or an item of one. */
type Fields = Record<string, unknown>;
type Answer = { status: number; body: Fields };

/** What the upstream says, where a test wants something else. */
export interface ResponsesUpstreamOptions {
  /** The items of an answer. */
  answer?: (body: Fields) => readonly Fields[];
  /** Whether `/responses/compact` is there; a host that speaks the API need not have it. */
  compacts?: boolean;
}

/**
 * OpenAI's Responses API as its guide on compaction describes it (developers.openai.com,
 * api/docs/guides/compaction, read 2026-11-23).
 */
export interface ResponsesUpstream {
  /** How many requests it refused. */
  readonly refused: number;
  /** How many requests sent less than the whole window that was compacted for them. */
  readonly pruned: number;
  /** How many windows it compacted. */
  readonly summaries: number;
  /** The answer to a request to `/responses` or `/responses/compact`. */
  send(body: Fields, path?: string): Answer;
  /** The same for an SDK, by HTTP. */
  fetch: typeof globalThis.fetch;
}

/**
 * An upstream whose summaries are encrypted. Unverified, as no page shows them: which items a
 * compacted window retains (here: the user's messages), and the words of a refusal.
 */
export function createResponsesUpstream({
  answer = () => [said('Done.')],
  compacts = true,
}: ResponsesUpstreamOptions = {}): ResponsesUpstream {
  const stored = new Map<string, Fields[]>();
  const windows = new Map<string, Fields[]>();
  let made = 0;

  function compaction(): Fields {
    const id = `cmp_${++made}`;
    return { id, type: 'compaction', encrypted_content: `sealed-${id}` };
  }

  const upstream = {
    refused: 0,
    pruned: 0,
    summaries: 0,
    send(body: Fields, path = '/responses'): Answer {
      const isCompact = path.endsWith('/compact');
      if (isCompact && !compacts) return refuse(404, 'Not found');
      const before = stored.get(String(body.previous_response_id));
      if (body.previous_response_id != null && before === undefined) {
        return refuse(
          400,
          `Previous response with id ${JSON.stringify(body.previous_response_id)} not found.`,
        );
      }
      const input = [...(before ?? []), ...itemsOf(body.input)];
      const [violation] = isCompact ? [] : validateOpenAIResponses({ ...body, input });
      if (violation !== undefined) return refuse(400, `${violation.path}: ${violation.message}`);
      const sealed = input.filter(({ type }) => type === 'compaction');
      if (sealed.some((item) => item.encrypted_content !== `sealed-${String(item.id)}`)) {
        return refuse(400, 'The encrypted content could not be verified.');
      }
      const last = windows.get(String(sealed.at(-1)?.id));
      if (last?.some((item, index) => JSON.stringify(item) !== JSON.stringify(input[index]))) {
        upstream.pruned++;
      }
      const tokens = Math.ceil(JSON.stringify(input).length / 4);
      const usage = { input_tokens: tokens, output_tokens: 50, total_tokens: tokens + 50 };
      const id = `resp_${++made}`;
      if (isCompact) {
        const summary = compaction();
        const output = [...input.filter(({ role }) => role === 'user'), summary];
        windows.set(String(summary.id), output);
        upstream.summaries++;
        return {
          status: 200,
          body: { id, object: 'response.compaction', created_at: 0, output, usage },
        };
      }
      const crossed = tokens > thresholdOf(body);
      if (crossed) upstream.summaries++;
      const output = [...(crossed ? [compaction()] : []), ...answer(body)];
      if (body.store !== false) stored.set(id, [...input, ...output]);
      return {
        status: 200,
        body: {
          id,
          object: 'response',
          created_at: 0,
          status: 'completed',
          model: body.model,
          output,
          usage,
        },
      };
    },
    fetch: (async (url: unknown, init?: { body?: unknown }) => {
      const { status, body } = upstream.send(
        JSON.parse(String(init?.body)) as Fields,
        new URL(String(url)).pathname,
      );
      return Response.json(body, { status });
    }) as typeof globalThis.fetch,
  };

  function refuse(status: number, message: string): Answer {
    upstream.refused++;
    return { status, body: { error: { type: 'invalid_request_error', message } } };
  }
  return upstream;
}

function said(text: string): Fields {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', role: 'assistant', status: 'completed', content };
}

function itemsOf(input: unknown): Fields[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return Array.isArray(input) ? (input as Fields[]) : [];
}

function thresholdOf({ context_management: management }: Fields): number {
  const list = Array.isArray(management) ? (management as Fields[]) : [];
  const found = list.find(({ type }) => type === 'compaction')?.compact_threshold;
  return typeof found === 'number' ? found : Infinity;
}
