import { createMemoryStore, type Store } from '@everlong/core';
import { quarters } from '@everlong/testing';

import { openSession } from '../../src/session/open-session.js';
import type { SessionOptions } from '../../src/config/session-options.js';
import type { Session } from '../../src/session-work/session.js';
import { createWordMemory, type WordMemory } from './word-memory.js';
import { assistant, user } from './conversation.js';

interface Setup extends Omit<Partial<SessionOptions>, 'store' | 'memory'> {
  store: Store;
  memory: WordMemory;
}

export function newSetup(options: Omit<Setup, 'store' | 'memory'> = {}): Setup {
  return { store: createMemoryStore(), memory: createWordMemory(), ...options };
}

export function open(setup: Setup, options: Partial<SessionOptions> = {}): Promise<Session> {
  return openSession({ tokenizer: quarters, contextWindow: 20_000, ...setup, ...options });
}

export async function say(session: Session, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await session.append(user(text));
    await session.append(assistant(`Noted: ${text.length} characters. ${'So be it. '.repeat(80)}`));
  }
}
