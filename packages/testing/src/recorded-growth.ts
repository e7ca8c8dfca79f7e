import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import type { AssistantPart, JsonValue, ModelMessage, UserPart } from '@everlong/core';
import { corpusFiles } from './corpus.js';

/**
 * What a prompt grew by between two recorded calls of a session, and the messages that it grew by.
 */
export interface GrowthSample {
  session: string;
  model: string;
  /** Tokens of the whole prompt of the second call, as its provider reported them. */
  promptTokens: number;
  growthTokens: number;
  messages: ModelMessage[];
  /** Calls recorded for the session before this one. */
  callsBefore: number;
}

/** A line of a normalized transcript, as far as it is read here. */
interface Line {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | Part[];
  toolCalls?: Array<{ id: string; name: string; args: unknown }>;
  toolCallId?: string;
  name?: string;
  usage?: { input: number; output: number; cacheRead: number; cacheWrite: number };
  model?: string;
  event?: string;
}

type Part =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text?: string; hiddenChars?: number }
  | { type: 'image'; mediaType: string; bytes: number };

/**
 * Every pair of neighbouring calls of one model whose usage is recorded; empty without a corpus.
 */
export function readGrowthSamples(): GrowthSample[] {
  return corpusFiles().flatMap(readSession);
}

function readSession(file: string): GrowthSample[] {
  const session = file.slice(file.lastIndexOf('/') + 1).replace('.jsonl.gz', '');
  const lines = gunzipSync(readFileSync(file))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as Line);
  const samples: GrowthSample[] = [];
  let previous: { promptTokens: number; model: string } | undefined;
  let messages: ModelMessage[] = [];
  let calls = 0;
  for (const line of lines) {
    if (line.event !== undefined) {
      previous = undefined;
      messages = [];
      continue;
    }
    const { usage, model } = line;
    const promptTokens = usage ? usage.input + usage.cacheRead + usage.cacheWrite : 0;
    if (line.role === 'assistant' && promptTokens > 0 && model !== undefined) {
      if (previous?.model === model) {
        samples.push({
          session,
          model,
          promptTokens,
          growthTokens: promptTokens - previous.promptTokens,
          messages,
          callsBefore: calls,
        });
      }
      calls++;
      previous = { promptTokens, model };
      messages = [];
    }
    messages.push(toMessage(line));
  }
  return samples;
}

function toMessage(line: Line): ModelMessage {
  const parts = typeof line.content === 'string' ? textParts(line.content) : line.content;
  switch (line.role) {
    case 'system':
      return {
        role: 'system',
        content: parts.map((part) => ('text' in part ? part.text : '')).join('\n'),
      };
    case 'user':
      return { role: 'user', content: parts.flatMap(toUserPart) };
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...parts.flatMap(toAssistantPart),
          ...(line.toolCalls ?? []).map(({ id, name, args }): AssistantPart => ({
            type: 'tool-call',
            toolCallId: id,
            toolName: name,
            input: args as JsonValue,
          })),
        ],
      };
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: line.toolCallId ?? '',
            toolName: line.name ?? '',
            output: {
              type: 'text',
              value: parts.map((part) => ('text' in part ? part.text : '')).join('\n'),
            },
          },
        ],
      };
  }
}

function textParts(text: string): Part[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function toUserPart(part: Part): UserPart[] {
  if (part.type === 'image') {
    return [
      {
        type: 'file',
        data: { type: 'url', url: new URL('https://example.com/i') },
        mediaType: part.mediaType,
      },
    ];
  }
  return [{ type: 'text', text: part.text ?? '' }];
}

function toAssistantPart(part: Part): AssistantPart[] {
  if (part.type === 'text') return [part];
  if (part.type === 'image') return [];
  const reasoning = { type: 'reasoning' as const, text: part.text ?? '' };
  // Of what was encrypted the transcript keeps only the length; a signature says nothing.
  if (part.hiddenChars === undefined || reasoning.text !== '') return [reasoning];
  const hidden = 'x'.repeat(part.hiddenChars);
  return [{ ...reasoning, providerOptions: { openai: { reasoningEncryptedContent: hidden } } }];
}
