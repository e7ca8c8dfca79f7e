import { createMemoryStore, type Entry } from '@everlong/core';
import { quarters as tokenizer } from '@everlong/testing';
import * as ai7 from 'ai';
import * as ai6 from 'ai-6';
import { MockLanguageModelV3 } from 'ai-6/test';
import { MockLanguageModelV4 } from 'ai/test';

import { openSession } from '../../src/session/open-session.js';
import type { SessionOptions } from '../../src/config/session-options.js';
import type { Session } from '../../src/session-work/session.js';
import { readAll } from './conversation.js';

/** A token is four characters, so that windows can be small. */
export type Content = { type: string; [key: string]: unknown };
export type Prompt = { role: string; content: string | Content[] }[];
type Turn = Content[] | Error;

interface Result {
  text: PromiseLike<string> | string;
  /** Of `ai` 7: what all steps added. */
  responseMessages?: PromiseLike<unknown[]>;
  response: { messages: unknown[] };
}

/** What both versions have, without their types, which differ. */
export interface Sdk {
  generateText(options: object): Promise<Result>;
  streamText(options: object): Result;
  wrapLanguageModel(options: object): object;
  tool(options: object): object;
  jsonSchema(schema: object): object;
  stopAfter(steps: number): unknown;
  systemKey: string;
}

const sdk7 = { ...ai7, stopAfter: ai7.isStepCount, systemKey: 'instructions' } as unknown as Sdk;
export const sdk6 = { ...ai6, stopAfter: ai6.stepCountIs, systemKey: 'system' } as unknown as Sdk;

export const versions = [
  { name: 'ai 7', sdk: sdk7, Model: MockLanguageModelV4 },
  { name: 'ai 6', sdk: sdk6, Model: MockLanguageModelV3 as unknown as typeof MockLanguageModelV4 },
];

const usage = {
  inputTokens: { total: 90, noCache: 50, cacheRead: 40, cacheWrite: 0 },
  outputTokens: { total: 10, text: 10, reasoning: 0 },
};

/** A model that says one turn after the other and keeps the prompts that it was given. */
export function scripted(Model: typeof MockLanguageModelV4, turns: Turn[]) {
  const prompts: Prompt[] = [];
  let next = 0;
  const answer = (options: { prompt: unknown }) => {
    prompts.push(structuredClone(options.prompt) as Prompt);
    const content = turns[next++] ?? [];
    if (content instanceof Error) throw content;
    const calls = content.some(({ type }) => type === 'tool-call');
    const unified = calls ? ('tool-calls' as const) : ('stop' as const);
    return { content, finishReason: { unified, raw: unified }, usage, warnings: [] };
  };
  const model = new Model({
    doGenerate: async (options) => answer(options) as never,
    doStream: async (options) => {
      const { content, finishReason } = answer(options);
      const parts = content.flatMap((part, index) =>
        part.type === 'text'
          ? [
              { type: 'text-start', id: `${index}` },
              { type: 'text-delta', id: `${index}`, delta: part['text'] },
              { type: 'text-end', id: `${index}` },
            ]
          : [part],
      );
      const finish = { type: 'finish', finishReason, usage };
      return { stream: ReadableStream.from<never>([...parts, finish] as never[]) };
    },
  });
  return { model, prompts };
}

export const say = (text: string): Content[] => [{ type: 'text', text }];
export const call = (id: number): Content[] => [
  { type: 'tool-call', toolCallId: `call-${id}`, toolName: 'read', input: `{"page":${id}}` },
];

export function toolsOf(sdk: Sdk, length: number): object {
  return {
    read: sdk.tool({
      description: 'Reads a page',
      inputSchema: sdk.jsonSchema({ type: 'object', properties: { page: { type: 'number' } } }),
      execute: ({ page }: { page: number }) => `page ${page}: ${'lorem '.repeat(length / 6)}`,
    }),
  };
}

export async function open(
  contextWindow = 100_000,
  options: Partial<SessionOptions> = {},
): Promise<Session> {
  return openSession({ store: createMemoryStore(), tokenizer, contextWindow, ...options });
}

export function logOf(session: Session): Promise<Entry[]> {
  return readAll(session.entries());
}

export function textOf(prompt: Prompt | undefined): string {
  return JSON.stringify(prompt);
}

export function tokensOf(prompt: Prompt): number {
  return tokenizer.count(textOf(prompt)) / 1.5;
}

export async function rolesOf(session: Session): Promise<string[]> {
  return (await logOf(session)).map(({ message }) => message.role);
}
