import {
  type CompactionCheck,
  createCompactionCheck,
  createThinkingCheck,
  type ThinkingCheck,
  validateAnthropicMessages,
  validateToolChanges,
  type Violation,
} from '@everlong/validators';

import { anthropicEvents } from './anthropic-events.js';

/** A request body of Anthropic's Messages API, or a part of one. */
type Fields = Record<string, unknown>;
type Answer = { status: number; body: Fields };

/** The header value with which a request may say what becomes of misplaced thinking. */
export const THINKING_BETA = 'thinking-binding-controls-2026-08-01';

/** How the provider refuses misplaced thinking. */
export const THINKING_REFUSAL =
  'Invalid `signature` in `thinking` block. The block is bound to a different conversation. ' +
  'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".';

/** The codes that the page on compaction names for refusals. */
const ERROR_CODES: Readonly<Record<string, string>> = {
  'anthropic/compaction-first': 'compaction_block_misplaced',
  'anthropic/compaction-nothing': 'compaction_nothing_to_summarize',
  'anthropic/compaction-unchanged': 'compaction_content_mismatch',
  'anthropic/tool-change-declared': 'tool_reference_unresolved',
};

/** Claude models on demand: https://platform.claude.com/docs/en/build-with-claude/compaction-on-demand#compatibility */
const SUMMARIZES =
  /^claude-(?:(?:fable|mythos)-5(?:-1)?|mythos-preview|opus-(?:4-[678]|5|5-5)|sonnet-(?:4-6|5|5-5)|haiku-5-5)$/;
/** Those of them that bind their thinking. */
const BINDS = /^claude-(?:(?:fable|mythos)-5-1|(?:opus|sonnet|haiku)-5-5)$/;

/** Answers of the upstream, where a test wants something else. */
export interface AnthropicUpstreamOptions {
  /** The answer after its thinking. */
  answer?: (body: Fields) => readonly Fields[];
  /** The text of a summary, or the reason why the call ended without one. */
  summarize?: (body: Fields) => string | { stopReason: string };
  /** Errors of the server, by the page: 529 `compaction_unavailable`. */
  isOverloaded?: () => boolean;
}

/** A Claude that behaves as its documentation says; every rule is in `@everlong/validators`. */
export interface AnthropicUpstream {
  /** How many requests it refused. */
  readonly refused: number;
  /** The refusals, in the provider's words. */
  readonly refusals: string[];
  /** How many blocks of thinking its requests held, those of refused ones apart. */
  readonly taken: number;
  /** How many blocks of thinking it left out, because a request asked for that. */
  readonly dropped: number;
  /** How many summaries it wrote. */
  readonly summaries: number;
  /** The answer to a request: thinking, then what `answer` says; or a summary. */
  send(body: Fields, betas?: string): Answer;
  /** The same for an SDK, by HTTP, streamed where it asks for that. */
  fetch: typeof globalThis.fetch;
}

/**
 * An upstream that refuses what the documented one refuses: thinking behind other bytes than those
 * in which it was made (dropped where the request asks for that), summaries that are changed or
 * misplaced, tools that are not declared. It summarizes on demand and by a threshold.
 */
export function createAnthropicUpstream(options: AnthropicUpstreamOptions = {}): AnthropicUpstream {
  const claude: Claude = {
    answer: () => [{ type: 'text', text: 'Done.' }],
    summarize: () => 'Summary of the conversation so far.',
    isOverloaded: () => false,
    ...options,
    thinking: createThinkingCheck(),
    compaction: createCompactionCheck(),
    answers: 0,
    counts: { refused: 0, refusals: [], taken: 0, dropped: 0, summaries: 0 },
  };
  const send = (body: Fields, betas = ''): Answer => respond(claude, body, betas);
  const fetch = async (
    _url: unknown,
    init?: { body?: unknown; headers?: ConstructorParameters<typeof Headers>[0] },
  ): Promise<Response> => {
    const betas = new Headers(init?.headers).get('anthropic-beta') ?? '';
    const sent = JSON.parse(String(init?.body)) as Fields;
    const { status, body } = send(sent, betas);
    if (sent.stream !== true || status !== 200) return Response.json(body, { status });
    const headers = { 'content-type': 'text/event-stream' };
    return new Response(anthropicEvents(body), { headers });
  };
  return Object.assign(claude.counts, { send, fetch });
}

type Counts = { -readonly [Key in keyof AnthropicUpstream]: AnthropicUpstream[Key] };

interface Claude extends Required<AnthropicUpstreamOptions> {
  thinking: ThinkingCheck;
  compaction: CompactionCheck;
  answers: number;
  counts: Omit<Counts, 'send' | 'fetch'>;
}

function respond(claude: Claude, sent: Fields, betas: string): Answer {
  const { counts } = claude;
  const body = withoutCompacted(sent);
  const asks = body.compaction !== undefined;
  if ((asks || carriesSummary(body)) && claude.isOverloaded()) {
    return refusal(529, 'overloaded_error', 'Overloaded', 'compaction_unavailable');
  }
  const violations = [
    ...validateAnthropicMessages(body),
    ...claude.compaction.validate(sent, betas),
    ...validateToolChanges(body, betas),
  ];
  if (asks && !SUMMARIZES.test(String(body.model))) {
    const unable = { path: 'compaction', message: 'this model does not support compaction' };
    violations.push({ rule: 'anthropic/compaction-model', ...unable });
  }
  const misplaced = claude.thinking.validate(body);
  const drops = betas.includes(THINKING_BETA) && asksToDrop(body);
  if (!drops && !asks) violations.push(...misplaced);
  const [first] = violations;
  if (first !== undefined) {
    counts.refused++;
    const text = first.rule === 'anthropic/thinking-bound' ? THINKING_REFUSAL : first.message;
    counts.refusals.push(`${first.path}: ${text}`);
    const isSignature = first.path.endsWith('signature');
    const code = isSignature ? 'compaction_signature_invalid' : ERROR_CODES[first.rule];
    return refusal(400, 'invalid_request_error', `${first.path}: ${text}`, code);
  }
  counts.taken += asks ? 0 : thinkingIn(body) - misplaced.length;
  counts.dropped += asks ? 0 : misplaced.length;
  return asks ? writeSummary(claude, body) : reply(claude, body, drops);
}

function writeSummary(claude: Claude, body: Fields): Answer {
  const said = claude.summarize(body);
  const input = tokensOf({ ...body, compaction: undefined });
  const iteration = { type: 'compaction', input_tokens: input, output_tokens: tokensOf(said) };
  const usage = { input_tokens: 0, output_tokens: 0, iterations: [iteration] };
  claude.answers++;
  if (typeof said !== 'string') return answerOf(claude, body, [], said.stopReason, usage);
  const signature = `compaction-${claude.answers}`;
  const block = { type: 'compaction', content: said, signature };
  claude.compaction.wrote(block);
  if (BINDS.test(String(body.model))) claude.thinking.summarized(body, block);
  claude.counts.summaries++;
  return answerOf(claude, body, [block], 'compaction', usage);
}

function reply(claude: Claude, body: Fields, drops: boolean): Answer {
  const { opening, iterations, pauses } = crossThreshold(claude, body);
  const signature = `signature-${++claude.answers}`;
  if (pauses) {
    const usage = { input_tokens: 0, output_tokens: 0, iterations };
    return answerOf(claude, body, opening, 'compaction', usage);
  }
  const thought = { type: 'thinking', thinking: '', signature };
  const content = [...opening, thought, ...claude.answer(body)];
  claude.thinking.answered(body, content);
  const stop = content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
  const usage = {
    input_tokens: tokensOf(opening.length > 0 ? opening : body),
    output_tokens: tokensOf(content),
  };
  const all =
    opening.length > 0 ? { iterations: [...iterations, { type: 'message', ...usage }] } : {};
  const result = answerOf(claude, body, content, stop, { ...usage, ...all });
  if (drops) result.body.input_transformations = dropped(claude.thinking.validate(body));
  return result;
}

/** The summary that a threshold brings about, if the request crosses one. */
function crossThreshold(
  { summarize, counts }: Claude,
  body: Fields,
): { opening: Fields[]; iterations: Fields[]; pauses: boolean } {
  const edit = thresholdOf(body);
  const input = tokensOf(body);
  if (edit === undefined || input < edit.value)
    return { opening: [], iterations: [], pauses: false };
  const said = summarize(body);
  const content = typeof said === 'string' ? said : '';
  counts.summaries++;
  return {
    opening: [{ type: 'compaction', content }],
    iterations: [{ type: 'compaction', input_tokens: input, output_tokens: tokensOf(content) }],
    pauses: edit.pauses,
  };
}

function answerOf(
  { answers }: Claude,
  { model }: Fields,
  content: readonly Fields[],
  stop: string,
  usage: Fields,
): Answer {
  const base = { id: `msg_${answers}`, type: 'message', role: 'assistant', model };
  const end = { stop_reason: stop, stop_sequence: null, usage };
  return { status: 200, body: { ...base, content, ...end } };
}

function refusal(status: number, type: string, message: string, code?: string): Answer {
  const details = code === undefined ? {} : { details: { error_code: code } };
  return { status, body: { type: 'error', error: { type, message, ...details } } };
}

/** The rest of a request behind the last summary that a threshold brought about. */
function withoutCompacted(body: Fields): Fields {
  const messages = listOf(body.messages);
  const isCut = (block: Fields) => block.type === 'compaction' && !('signature' in block);
  const from = messages.findLastIndex(({ content }) => listOf(content).some(isCut));
  const head = messages[from];
  if (head === undefined) return body;
  const blocks = listOf(head.content);
  const kept = { ...head, content: blocks.slice(blocks.findLastIndex(isCut)) };
  return { ...body, messages: [kept, ...messages.slice(from + 1)] };
}

function carriesSummary({ messages }: Fields): boolean {
  return listOf(listOf(messages)[0]?.content)[0]?.type === 'compaction';
}

function thresholdOf({ context_management: management }: Fields) {
  const edits = listOf((management as Fields | undefined)?.edits);
  const edit = edits.find(({ type }) => type === 'compact_20260112');
  if (edit === undefined) return undefined;
  const { value = 150_000 } = (edit.trigger ?? {}) as { value?: number };
  return { value, pauses: edit.pause_after_compaction === true };
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? (value as Fields[]) : [];
}

function tokensOf(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4);
}

function asksToDrop({ thinking }: Fields): boolean {
  return JSON.stringify(thinking ?? {}).includes('"prefix_mismatch_behavior":"drop_block"');
}

function dropped(violations: readonly Violation[]): Fields[] {
  return violations.map(({ path }) => ({
    type: 'thinking_dropped',
    path,
    reason: 'prefix_binding_mismatch',
  }));
}

function thinkingIn({ messages }: Fields): number {
  return JSON.stringify(messages).split(/"type":"(?:redacted_)?thinking"/).length - 1;
}
