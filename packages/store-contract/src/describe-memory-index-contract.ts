import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { MemoryIndex } from '@everlong/core';
import { describe, test } from 'vitest';

import { memoryIndexRules } from './memory-index/memory-index-cases.js';

/** How the suite makes the indexes it examines. */
export interface MemoryIndexContractOptions {
  /** Opens the index of this empty folder, or of this base name, and again what is there. */
  open(directory: string): MemoryIndex | Promise<MemoryIndex>;
}

/** Declares a vitest suite that holds an index to every rule of the port `MemoryIndex`. */
export function describeMemoryIndexContract(
  name: string,
  { open }: MemoryIndexContractOptions,
): void {
  describe(`${name}: memory index`, () => {
    const rules = Object.entries(memoryIndexRules);
    test.for(rules)('%s', ([, rule]) => expectRuleKept(rule, open));
  });
}

/** Tries a rule on a fresh index; rejects when the index breaks it. */
async function expectRuleKept(
  rule: (typeof memoryIndexRules)[string],
  open: MemoryIndexContractOptions['open'],
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'everlong-index-'));
  const opened: MemoryIndex[] = [];
  const openOne = async (): Promise<MemoryIndex> => {
    const index = await open(directory);
    opened.push(index);
    return index;
  };
  try {
    await rule(await openOne(), openOne);
  } finally {
    await Promise.allSettled(opened.map((index) => index.close()));
    await rm(directory, { recursive: true, force: true });
  }
}
