import {
  type MessagePart,
  type ModelMessage,
  type ProviderOptions,
  toolOutputText,
  type ToolResultOutput,
} from '@everlong/core';

import type { MarkedRequest } from '../prompt-cache/cache-breakpoints.js';
import { toAiSdk6Message, toAiSdk7Message } from '@everlong/core/internal';
import { withFileTexts } from '../rendering/text-file.js';
import type { ProviderMessage, ProviderModel, SupportedUrls } from './provider-model.js';

/**
 * A request as the prompt of one model call, in the shapes of the model's specification. Answers to
 * approval requests are left out, tool messages that follow each other become one, and a file
 * behind a URL that the provider does not fetch is named in a text: nothing is downloaded here.
 */
export async function toProviderPrompt(
  { instructions, messages }: MarkedRequest,
  model: ProviderModel,
): Promise<ProviderMessage[]> {
  const supportedUrls = await model.supportedUrls;
  const isVersion6 = model.specificationVersion === 'v3';
  // A session without a model keeps documents for Anthropic; not every adapter takes them.
  const takesDocuments = /anthropic|claude/i.test(`${model.provider} ${model.modelId}`);
  const prompt: ProviderMessage[] = [instructions];
  for (const message of messages) {
    const shaped = reachable(
      toAiSdk7Message(takesDocuments ? message : withFileTexts(message)),
      supportedUrls,
    );
    const next = partsMessage(isVersion6 ? toAiSdk6Message(shaped) : shaped);
    const last = prompt.at(-1);
    if (next.role !== 'tool' || last?.role !== 'tool') prompt.push(next);
    else prompt[prompt.length - 1] = joinToolMessages(last, next);
  }
  return prompt.filter(({ role, content }) => role !== 'tool' || content.length > 0);
}

/** The messages of a prompt, without its instructions, as they are appended to a log. */
export function fromProviderPrompt(prompt: readonly ProviderMessage[]): {
  instructions: string;
  messages: ModelMessage[];
} {
  const system = prompt.filter(({ role }) => role === 'system');
  return {
    instructions: system.map(textOf).join('\n\n'),
    messages: prompt
      .filter(({ role }) => role !== 'system')
      .map(withoutUndefined) as ModelMessage[],
  };
}

function textOf({ content }: ProviderMessage): string {
  return typeof content === 'string' ? content : '';
}

/** Optional properties that are there without a value would be stored as they are. */
function withoutUndefined({ role, content, providerOptions }: ProviderMessage): object {
  const parts = typeof content === 'string' ? content : content.map(defined);
  return defined({ role, content: parts, providerOptions });
}

function defined<Value extends object>(value: Value): Value {
  return Object.fromEntries(
    Object.entries(value).filter(([, property]) => property !== undefined),
  ) as Value;
}

function partsMessage(message: ModelMessage): ProviderMessage {
  if (message.role === 'system') return message;
  if (typeof message.content === 'string') {
    return { ...message, content: [{ type: 'text', text: message.content }] };
  }
  const parts: readonly MessagePart[] = message.content;
  return { ...message, content: parts.filter(isSent) };
}

function isSent(part: MessagePart): boolean {
  if (part.type === 'tool-approval-request') return false;
  return part.type !== 'tool-approval-response' || part.providerExecuted === true;
}

/** What was said of a whole tool message is now said of its last part. */
function joinToolMessages(first: ProviderMessage, second: ProviderMessage): ProviderMessage {
  return { role: 'tool', content: [...optionsInParts(first), ...optionsInParts(second)] };
}

function optionsInParts({ content, providerOptions }: ProviderMessage): object[] {
  if (typeof content === 'string') return [];
  if (providerOptions === undefined) return content;
  return content.map((part: { providerOptions?: ProviderOptions }, index) =>
    index === content.length - 1
      ? { ...part, providerOptions: { ...providerOptions, ...part.providerOptions } }
      : part,
  );
}

function reachable(message: ModelMessage, supported: SupportedUrls): ModelMessage {
  if (typeof message.content === 'string') return message;
  const parts: readonly MessagePart[] = message.content;
  const content = parts.map((part): MessagePart => {
    if (part.type === 'tool-result') {
      const output = reachableOutput(part.output, supported);
      return output === part.output ? part : { ...part, output };
    }
    const url = urlOf(part);
    if (url === undefined || isSupported(url, mediaTypeOf(part), supported)) return part;
    return { type: 'text', text: `[file: ${url.href} (${mediaTypeOf(part)}), not fetched]` };
  });
  return { ...message, content } as ModelMessage;
}

function reachableOutput(output: ToolResultOutput, supported: SupportedUrls): ToolResultOutput {
  if (output.type !== 'content') return output;
  const { value } = output;
  const lost = value.some((item) => {
    const url = urlOf(item);
    return url !== undefined && !isSupported(url, mediaTypeOf(item), supported);
  });
  return lost ? { type: 'text', value: toolOutputText(output) } : output;
}

function urlOf(part: object): URL | undefined {
  const { data } = part as { data?: { type?: string; url?: unknown } };
  return data?.type === 'url' && data.url instanceof URL && data.url.protocol !== 'data:'
    ? data.url
    : undefined;
}

function mediaTypeOf(part: object): string {
  const { mediaType } = part as { mediaType?: string };
  return mediaType ?? 'application/octet-stream';
}

function isSupported({ href }: URL, mediaType: string, supported: SupportedUrls): boolean {
  const [family] = mediaType.split('/');
  return Object.entries(supported).some(([type, patterns]) => {
    const matches = type === '*' || type === '*/*' || type === mediaType || type === `${family}/*`;
    return matches && patterns.some((pattern) => pattern.test(href));
  });
}
