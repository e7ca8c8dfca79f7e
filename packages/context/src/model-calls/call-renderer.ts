import { appendNewMessages } from '../client-history/append-new-messages.js';
import { createCacheMarker } from '../prompt-cache/cache-marker.js';
import type { Session } from '../session-work/session.js';
import type { ProviderCall, ProviderModel } from './provider-model.js';
import { fromProviderPrompt, toProviderPrompt } from './provider-prompt.js';

/** Appends the new messages of a call's prompt, and renders the prompt from the session's log. */
export type CallRenderer = <Call extends ProviderCall>(
  call: Call,
  model: ProviderModel,
  streamed: boolean,
) => Promise<Call>;

export interface CallRendererOptions {
  cacheBreakpoints: boolean;
  deferTools: boolean;
  /** Default: where every version of the adapter takes them. */
  systemMessages: boolean | undefined;
}

export function createCallRenderer(
  session: Session,
  { cacheBreakpoints, deferTools, systemMessages }: CallRendererOptions,
): CallRenderer {
  const mark = createCacheMarker(cacheBreakpoints, session.model);
  return async (call, model, streamed) => {
    const { instructions, messages } = fromProviderPrompt(call.prompt);
    await appendNewMessages(session, messages);
    const { tools, abortSignal } = call;
    const request = await session.prepare({
      instructions,
      ...(tools === undefined ? {} : { tools, deferTools }),
      systemMessages: isAnthropic(model) && (systemMessages ?? model.specificationVersion !== 'v3'),
      compactsItself: compactsItself(call),
      streamed,
      abortSignal,
    });
    const { activeTools } = request;
    return {
      ...call,
      ...(activeTools === undefined ? {} : { tools: tools?.filter(isOneOf(activeTools)) }),
      ...(request.tools === undefined ? {} : { tools: request.tools.map(asFunction) }),
      prompt: await toProviderPrompt(mark(request), model),
    };
  };
}

/** Whether a call has settings by which its provider compacts or edits what it is sent. */
function compactsItself({ providerOptions = {} }: ProviderCall): boolean {
  return Object.values(providerOptions).some((own) =>
    ['contextManagement', 'compaction', 'compactionTrigger'].some((name) => own[name] != null),
  );
}

function isAnthropic({ provider = '' }: ProviderModel): boolean {
  return /^anthropic\b/.test(provider);
}

/** A tool as models are called with it. */
function asFunction(tool: object): object {
  return 'type' in tool ? tool : { type: 'function', ...tool };
}

function isOneOf(names: readonly string[]): (tool: object) => boolean {
  return (tool) => names.includes((tool as { name?: string }).name ?? '');
}
