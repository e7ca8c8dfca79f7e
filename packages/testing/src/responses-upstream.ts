import { validateOpenAIResponses } from '@everlong/validators';

/** A request body of OpenAI's Responses API, or an item of one. */
type Fields = Record<string, unknown>;
type Answer = { status: number; body: Fields };

/** Answers of the upstream, where a test wants something else. */
export interface ResponsesUpstreamOptions {
  /** The items of an answer. */
  answer?: (body: Fields) => readonly Fields[];
  /** True if `/responses/compact` is there; a host that speaks the API need not have it. */
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
  const counts = { refused: 0, pruned: 0, summaries: 0 };
  const api: Api = { answer, compacts, counts, stored: new Map(), windows: new Map(), made: 0 };
  const send = (body: Fields, path = '/responses'): Answer => {
    const result = respond(api, body, path.endsWith('/compact'));
    if (result.status !== 200) counts.refused++;
    return result;
  };
  const fetch = async (url: unknown, init?: { body?: unknown }): Promise<Response> => {
    const { pathname } = new URL(String(url));
    const { status, body } = send(JSON.parse(String(init?.body)) as Fields, pathname);
    return Response.json(body, { status });
  };
  return Object.assign(counts, { send, fetch });
}

interface Api extends Required<ResponsesUpstreamOptions> {
  counts: { refused: number; pruned: number; summaries: number };
  stored: Map<string, Fields[]>;
  windows: Map<string, Fields[]>;
  made: number;
}

function respond(api: Api, body: Fields, isCompact: boolean): Answer {
  if (isCompact && !api.compacts) return refuse(404, 'Not found');
  const { previous_response_id: previous } = body;
  const before = typeof previous === 'string' ? api.stored.get(previous) : [];
  if (before === undefined) {
    return refuse(400, `Previous response with id ${JSON.stringify(previous)} not found.`);
  }
  const input = [...before, ...itemsOf(body.input)];
  const [violation] = isCompact ? [] : validateOpenAIResponses({ ...body, input });
  if (violation !== undefined) return refuse(400, `${violation.path}: ${violation.message}`);
  const sealed = input.filter(({ type }) => type === 'compaction');
  if (sealed.some(({ id, encrypted_content: content }) => content !== `sealed-${String(id)}`)) {
    return refuse(400, 'The encrypted content could not be verified.');
  }
  const window = api.windows.get(String(sealed.at(-1)?.id)) ?? [];
  // Instructions may be the first of the input.
  const begins = input[0]?.role === 'system' ? 1 : 0;
  if (window.some((item, at) => sorted(item) !== sorted(input[begins + at]))) {
    api.counts.pruned++;
  }
  return isCompact ? compact(api, input) : reply(api, body, input);
}

/** The same for items that differ in the order of their fields. */
function sorted(item: Fields | undefined): string {
  const fields = Object.entries(item ?? {});
  return JSON.stringify(fields.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function compact(api: Api, input: Fields[]): Answer {
  const summary = compaction(api);
  const output = [...input.filter(({ role }) => role === 'user'), summary];
  api.windows.set(String(summary.id), output);
  const head = { id: `resp_${++api.made}`, object: 'response.compaction', created_at: 0 };
  return { status: 200, body: { ...head, output, usage: usageOf(input) } };
}

function reply(api: Api, body: Fields, input: Fields[]): Answer {
  const usage = usageOf(input);
  const opening = usage.input_tokens > thresholdOf(body) ? [compaction(api)] : [];
  const output = [...opening, ...api.answer(body)];
  const id = `resp_${++api.made}`;
  if (body.store !== false) api.stored.set(id, [...input, ...output]);
  const head = { id, object: 'response', created_at: 0, status: 'completed', model: body.model };
  return { status: 200, body: { ...head, output, usage } };
}

function compaction(api: Api): Fields {
  api.counts.summaries++;
  const id = `cmp_${++api.made}`;
  return { id, type: 'compaction', encrypted_content: `sealed-${id}` };
}

function usageOf(input: readonly Fields[]) {
  const tokens = Math.ceil(JSON.stringify(input).length / 4);
  return { input_tokens: tokens, output_tokens: 50, total_tokens: tokens + 50 };
}

function refuse(status: number, text: string): Answer {
  return { status, body: { error: { type: 'invalid_request_error', message: text } } };
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
