import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Memory, MemoryEntry } from '@everlong/core';
import { onTestFinished } from 'vitest';

import { createMemory, type MemoryOptions } from '../../src/index.js';

/** A memory that is closed after the test. */
export async function useMemory(options: MemoryOptions = { path: ':memory:' }): Promise<Memory> {
  const memory = await createMemory(options);
  onTestFinished(() => memory.close());
  return memory;
}

/** An empty folder that is removed after the test. */
export async function useFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'everlong-memory-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export type Said = string | [role: 'user' | 'assistant' | 'tool', text: string];

/** Messages a minute apart; strings are the user's. */
export function conversation(
  sessionId: string,
  said: readonly Said[],
  start = '2026-03-02T10:00:00.000Z',
): MemoryEntry[] {
  return said.map((each, seq) => {
    const [role, text] = typeof each === 'string' ? (['user', each] as const) : each;
    return {
      id: `${sessionId}-${seq}`,
      sessionId,
      seq,
      createdAt: new Date(Date.parse(start) + seq * 60_000).toISOString(),
      message: { role: role === 'assistant' ? 'assistant' : 'user', content: text },
      ...(role === 'tool' ? { metadata: { origin: 'tool' } } : {}),
    };
  });
}
