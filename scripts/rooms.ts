/** One floor of a package: rooms or root files that may not import each other, only floors below. */
type Floor = readonly string[];

/** By package folder. */
export type Rooms = Readonly<Record<string, readonly Floor[]>>;

/**
 * The rooms of every package that has them, top floor first: a file imports from its own room and from
 * the floors below. A file at the root of `src` is a room of its own, by its name.
 */
export const rooms: Rooms = {
  'packages/context': [
    ['index'],
    ['manager', 'policy-kit'],
    ['ai-sdk', 'context-manager'],
    ['session'],
    ['compaction'],
    ['request'],
    ['state'],
    ['policies'],
    ['truncation'],
    ['rendering'],
    ['tracing'],
  ],
  'packages/summarizer': [
    ['index'],
    ['model'],
    ['changes', 'snapshot'],
    ['sections'],
    ['ledger', 'constraints'],
    ['reading'],
    ['values'],
  ],
  'packages/core': [
    ['index', 'store-kit', 'internal'],
    ['store', 'memory'],
    ['log'],
    ['messages'],
    ['base'],
  ],
  'packages/tokenizer': [
    ['index'],
    ['tiktoken'],
    ['create-tokenizer'],
    ['build-tokenizer'],
    ['model-tokenizer'],
    ['stream-counter', 'truncate', 'calibrator'],
    ['counting', 'encoding'],
    ['models'],
  ],
  'packages/store-jsonl': [
    ['index'],
    ['jsonl-store'],
    ['session-list', 'search-entries'],
    ['session'],
    ['lines'],
    ['log'],
  ],
  'packages/store-sqlite': [
    ['index'],
    ['sqlite-store'],
    ['tables'],
    ['database'],
    ['migrate', 'schema', 'sqlite-store-options'],
  ],
  'packages/store-contract': [
    ['index'],
    ['describe-store-contract', 'describe-crash-safety'],
    ['writer-process'],
    ['crash-writer'],
    ['groups'],
    ['expectations'],
    ['samples'],
  ],
  'packages/memory': [
    ['index'],
    ['create-memory'],
    ['memory'],
    ['recall'],
    ['facts', 'extraction', 'episodes'],
    ['text', 'sqlite'],
  ],
  'packages/replay': [
    ['index'],
    ['replay-worker'],
    ['replay'],
    ['needs'],
    ['report', 'validity', 'cache', 'copies'],
    ['messages'],
  ],
  'packages/formats': [
    ['index'],
    ['read-transcript'],
    ['parse-transcript'],
    ['readers'],
    ['entries'],
    ['parts'],
    ['json'],
  ],
  'apps/cli': [
    ['main'],
    ['run-process'],
    ['run'],
    ['program'],
    ['commands'],
    ['demo'],
    ['chat'],
    ['setup'],
    ['output'],
  ],
};
