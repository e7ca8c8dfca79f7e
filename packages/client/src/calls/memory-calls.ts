import { eachItem } from './each-item.js';
import type {
  Forget,
  Forgotten,
  Learnings,
  LearningSearch,
  Memory,
  MemoryEntity,
  MemoryHits,
  MemoryNote,
  MemoryProfile,
  MemorySearch,
  NewMemory,
  NewMemoryNote,
} from '../api.js';
import type { Page } from './page.js';
import type { CallOptions } from '../transport/call.js';
import type { Transport } from '../transport/transport.js';

interface OfAgent {
  /** Default `default`. */
  agent?: string;
}

interface MemoryQuery extends OfAgent {
  after?: string;
  limit?: number;
  subject?: string;
  /** Include memories that no longer hold. */
  past?: boolean;
}

export type MemoryCalls = ReturnType<typeof createMemoryCalls>;

/** Calls about agents' memories. */
export function createMemoryCalls({ json }: Transport) {
  const list = (query: MemoryQuery = {}, options: CallOptions = {}) =>
    json<Page<Memory>>('listMemories', { ...options, query });
  return {
    memories: {
      list,
      /** All memories, fetched page by page. */
      each: (query: MemoryQuery = {}) => eachItem(list, query),
      /** A memory, whether it still holds or not. */
      get: (id: string, query: OfAgent = {}, options: CallOptions = {}) =>
        json<Memory>('getMemory', { ...options, path: { id }, query }),
      write: (body: NewMemory, options: CallOptions = {}) =>
        json<Memory>('writeMemory', { ...options, body }),
      /** Messages, memories and notes relevant to a text. */
      search: (body: MemorySearch, options: CallOptions = {}) =>
        json<MemoryHits>('searchMemories', { ...options, body }),
      /** All memories of a person or thing, by any of its names. */
      entity: (name: string, query: OfAgent & { steps?: 1 | 2 } = {}, options: CallOptions = {}) =>
        json<MemoryEntity>('getMemoryEntity', { ...options, path: { name }, query }),
      /** Who the user is and what holds for the project, as lines of Markdown. */
      profile: (query: OfAgent & { max_tokens?: number } = {}, options: CallOptions = {}) =>
        json<MemoryProfile>('getMemoryProfile', { ...options, query }),
      /** Lessons of earlier runs of tools for a task. */
      learnings: (body: LearningSearch, options: CallOptions = {}) =>
        json<Learnings>('searchLearnings', { ...options, body }),
      /** Notes what a range of a session was about. */
      note: (body: NewMemoryNote, options: CallOptions = {}) =>
        json<MemoryNote>('writeMemoryNote', { ...options, body }),
      delete: (id: string, query: OfAgent = {}, options: CallOptions = {}) =>
        json<Forgotten>('deleteMemory', { ...options, path: { id }, query }),
      forget: (body: Forget, options: CallOptions = {}) =>
        json<Forgotten>('forgetMemories', { ...options, body }),
    },
  };
}
