/** The recorded sessions of the corpus, in the same order each time. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { Entry, ModelMessage } from '@everlong/core';
import { corpus, corpusFiles } from '@everlong/testing/corpus';

interface NormalizedLine {
  role: 'system' | 'user' | 'assistant' | 'tool';
  /** A list if there are images. */
  content?: unknown;
  toolCallId?: string;
  name?: string;
  toolCalls?: { id: string; name: string; args: unknown }[];
}

function toMessage(line: NormalizedLine): ModelMessage {
  const { role, content, toolCalls = [], toolCallId = '', name = '' } = line;
  const text = typeof content === 'string' ? content : '';
  if (role === 'tool') {
    const output = { type: 'text' as const, value: text };
    return { role, content: [{ type: 'tool-result', toolCallId, toolName: name, output }] };
  }
  if (role !== 'assistant') return { role, content: text };
  const calls = toolCalls.map(({ id, name: toolName, args: input }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName,
    input,
  }));
  return { role, content: [{ type: 'text', text }, ...calls] };
}

function readSession(file: string): Entry[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return lines.map((line, seq) => ({
    id: `entry-${seq}`,
    sessionId: basename(file),
    seq,
    createdAt: new Date(0).toISOString(),
    format: 'model-message/1',
    message: toMessage(JSON.parse(line) as NormalizedLine),
  }));
}

/** Reads the corpus beside the repository or in EVERLONG_CORPUS. Throws if there is none. */
export function readSessions(): Entry[][] {
  const sessions = corpusFiles().map(readSession);
  if (sessions.length === 0) throw new Error(`There is no corpus in ${corpus}.`);
  return sessions;
}
