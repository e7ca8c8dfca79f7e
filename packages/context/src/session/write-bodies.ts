import {
  type ModelMessage,
  type SystemMessage,
  toolCallsOf,
  toolResultsOf,
  type ToolResultPart,
} from '@everlong/core';
import { checkOptions, checkSignal, checkSwitch, type OptionNames } from '@everlong/core/internal';
import { resolveTools, takesSystemMessages, type ToolsInput } from '@everlong/tokenizer';

import { CURES } from './check-call-options.js';
import {
  type FormatFunctions,
  loadFormat,
  type Loss,
  type SdkBodies,
  type SdkFormat,
} from '../session-work/sdk-formats.js';
import type { PreparedBody } from '../session-work/prepared-body.js';
import type {
  Abortable,
  DefersTools,
  PrepareOptions,
  CallTraits,
  WritesBodies,
} from '../session-work/call-options.js';
import type { Session } from '../session-work/session.js';
import { withSystemMessages } from '../rendering/system-notes.js';
import { createCacheMarker } from '../prompt-cache/cache-marker.js';
import { takesBreakpoints, withOpenAiBreakpoints } from '../prompt-cache/openai-breakpoints.js';
import type { PreparedRequest } from '../request/describe-request.js';
import { blockOf, COMPACTION_BETA } from '../state/provider-messages.js';

type AllOptions = PrepareOptions & DefersTools & CallTraits & WritesBodies & Abortable;

const OPTIONS: OptionNames<AllOptions> = {
  as: true,
  instructions: true,
  tools: true,
  deferTools: true,
  systemMessages: true,
  compactsItself: true,
  streamed: true,
  abortSignal: true,
};

/** The result shown where a call waits for its caller. */
const NO_RESULT = 'This call has no result yet.';

/** The session with `prepare({ as })`, which writes the body of another SDK. */
export function writeBodies(
  session: Omit<Session, 'prepare'> & PreparesRequests,
  model: string | undefined,
): Session {
  const markForAnthropic = createCacheMarker(true);
  const hasBreakpoints = takesBreakpoints(model);
  const marked = (request: PreparedRequest, as: SdkFormat): PlainRequest => {
    if (as === 'anthropic') return markForAnthropic(request);
    const isOpenAi = as === 'openai-chat' || as === 'openai-responses';
    return isOpenAi && hasBreakpoints ? withOpenAiBreakpoints(request, as) : asIs(request);
  };
  const takesSystem = (as: SdkFormat): boolean => as === 'anthropic' && takesSystemMessages(model);
  const prepare = async (
    options: AllOptions | undefined,
  ): Promise<PreparedRequest | PreparedBody> => {
    checkOptions<AllOptions>('session.prepare', options, OPTIONS, CURES);
    checkSwitch('deferTools of session.prepare', options?.deferTools);
    checkSwitch('systemMessages of session.prepare', options?.systemMessages);
    checkSwitch('compactsItself of session.prepare', options?.compactsItself);
    checkSwitch('streamed of session.prepare', options?.streamed);
    checkSignal('session.prepare', options?.abortSignal);
    if (options?.as === undefined) return session.prepare(options);
    const { as, ...inputs } = options;
    const { write } = await loadFormat('session.prepare', as);
    const request = await session.prepare({ ...inputs, systemMessages: takesSystem(as) });
    const losses: PreparedBody['losses'] = [...request.plan.losses];
    const tools = request.tools ?? activeOf(listOfTools(inputs.tools), request.activeTools);
    const body = writeBody(write, marked(request, as), {
      tools,
      takesSystem: takesSystem(as),
      onLoss: (loss) => losses.push(loss),
    });
    const { state, plan } = request;
    const betas = as === 'anthropic' ? betasOf(request.messages) : [];
    return { body: body as SdkBodies[SdkFormat], betas, state, plan, losses };
  };
  return { ...session, prepare: prepare as Session['prepare'] };
}

/** The body of a request; `tools`: a list. */
export function writeBody(
  write: FormatFunctions['write'],
  { instructions, messages }: PlainRequest,
  { tools, takesSystem, onLoss }: BodyOptions,
): object {
  const sent = takesSystem ? withSystemMessages(messages) : messages;
  const opening = instructions.content === '' ? [] : [instructions];
  return write(
    {
      // A message, because a text cannot carry a cache marker.
      messages: [...opening, ...answerCalls(sent)],
      tools,
    },
    { ...(onLoss === undefined ? {} : { onLoss }), systemMessages: takesSystem },
  );
}

interface BodyOptions {
  tools: unknown;
  /** Whether the model takes system messages in mid-conversation. */
  takesSystem: boolean;
  onLoss?: (loss: Loss) => void;
}

/** What the header `anthropic-beta` has to name for these messages. */
export function betasOf(messages: readonly ModelMessage[]): string[] {
  const changes = messages.some(
    ({ role, providerOptions }) =>
      role === 'system' && providerOptions?.['anthropic']?.['toolChanges'] !== undefined,
  );
  return [
    ...(blockOf(messages[0])?.provider === 'anthropic' ? [COMPACTION_BETA] : []),
    ...(changes ? [INLINE_TOOLS_BETA] : []),
  ];
}

const INLINE_TOOLS_BETA = 'inline-tools-2026-09-15';

/** A session as it is before it writes bodies. */
export interface PreparesRequests {
  prepare(
    options?: PrepareOptions & DefersTools & CallTraits & { abortSignal?: AbortSignal | undefined },
  ): Promise<PreparedRequest>;
}

/** A request whose instructions may carry a cache marker. */
export interface PlainRequest {
  instructions: SystemMessage;
  messages: ModelMessage[];
}

function asIs({ instructions, messages }: PreparedRequest): PlainRequest {
  return { instructions: { role: 'system', content: instructions }, messages };
}

/** The tools of a list that are sent. */
function activeOf(tools: unknown, names: readonly string[] | undefined): unknown {
  if (names === undefined || !Array.isArray(tools)) return tools;
  const all = resolveTools(tools as ToolsInput);
  return tools.filter((_, index) => names.includes(all[index]?.name ?? ''));
}

/** A tool set by name may hold any kind of schema; lists are the SDKs' own. */
export function listOfTools(tools: unknown): unknown {
  if (tools === undefined || Array.isArray(tools)) return tools;
  return resolveTools(tools as ToolsInput);
}

/**
 * The messages with a result for every call: the AI SDK runs what the user has allowed, and no
 * other SDK takes a call without a result.
 */
function answerCalls(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.flatMap((message, index) => {
    const open = new Map(toolCallsOf(message).map((call) => [call.toolCallId, call]));
    if (open.size === 0) return [message];
    for (const reply of messages.slice(index + 1)) {
      if (reply.role !== 'tool') break;
      for (const { toolCallId } of toolResultsOf(reply)) open.delete(toolCallId);
    }
    const content = [...open.values()].map(({ toolCallId, toolName }): ToolResultPart => ({
      type: 'tool-result',
      toolCallId,
      toolName,
      output: { type: 'error-text', value: NO_RESULT },
    }));
    return content.length === 0 ? [message] : [message, { role: 'tool' as const, content }];
  });
}
