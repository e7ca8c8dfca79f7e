/**
 * One floor of a package: rooms or root files that may not import each other, only floors below.
 * The comment above it says what each room is for.
 */
type Floor = readonly string[];

/** By package folder. */
export type Rooms = Readonly<Record<string, readonly Floor[]>>;

/**
 * The rooms of every package that has them, top floor first: a file imports from its own room and
 * from the floors below. A file at the root of `src` is a room of its own, by its name.
 */
export const rooms: Rooms = {
  'packages/context': [
    ['index'],
    ['manager', 'policy-kit'],
    // the AI SDK's prepareStep and tools
    ['ai-sdk'],
    // routes for useChat / createContextManager, for lists without a store
    ['chat-route', 'context-manager'],
    // the AI SDK's middleware: calls rendered from the log, answers kept
    ['model-calls'],
    // a client's messages matched with the log
    ['client-history'],
    // the log as UI messages, and what a client posts of them
    ['ui-messages'],
    // opening one, appending, request bodies
    ['session'],
    // session.prepare, from the log to the request / what a person or the agent does by hand
    ['next-request', 'interventions'],
    // requests explained, originals, forks
    ['past'],
    // what all calls share: the interface, the queue, usage, limits
    ['session-work'],
    // the next epoch: what is kept, truncated, covered
    ['compaction'],
    // a range of the log, given to the summarizer
    ['summarizing'],
    // marks that tell a provider how far to cache a request
    ['prompt-cache'],
    // one request: built, measured, decided on, described
    ['request'],
    // long-term memory, asked with a time limit and quoted
    ['memory'],
    // the epoch in force, the logs behind it
    ['state'],
    // options checked and resolved, hooks
    ['config'],
    // the policies that there are: when to compact and how far
    ['presets'],
    // what a policy is asked and what it decides, its settings, and what several of them share
    ['policies'],
    // what of the older messages stays
    ['working-set'],
    // the same message, smaller
    ['truncation'],
    // log entries -> messages that a provider takes
    ['rendering'],
    // spans: any room may import it
    ['tracing'],
  ],
  'packages/summarizer': [
    ['index'],
    // asks a model
    ['model'],
    // what a summary says, checked against the entries; what it lost
    ['verify'],
    // the snapshot without a model: words, acts, outcomes
    ['account'],
    // files read and changed / exact values with their words / a model's text, read and written
    ['files', 'ledger', 'sections'],
    // what an entry says
    ['reading'],
    // exact values in a text
    ['values'],
  ],
  'packages/core': [
    ['index', 'store-kit', 'internal', 'node'],
    // the store's port and the memory store / the ports of long-term memory
    ['store', 'memory'],
    // entries, records, snapshots
    ['log'],
    // what a call does: looks, changes, runs, asks, plans
    ['tool-calls'],
    // message types, codec, exchanges
    ['messages'],
    // errors, ids, options, usage / folders on disk, for packages that run on Node
    ['base', 'files'],
    // lines, characters and words
    ['text'],
  ],
  'packages/tokenizer': [
    ['index'],
    ['tiktoken'],
    ['create-tokenizer'],
    ['build-tokenizer'],
    ['model-tokenizer'],
    ['stream-counter', 'truncate', 'calibrator'],
    // messages, tools, images / byte-pair encoders
    ['counting', 'encoding'],
    // tokens and their merges
    ['vocabulary'],
    // texts cut into pieces
    ['scanning'],
    // windows, prices, output limits
    ['models'],
  ],
  'packages/store-jsonl': [
    ['index'],
    ['jsonl-store', 'examine-jsonl-store', 'jsonl-tenants'],
    // what is wrong with a session's files, and its repair
    ['session-list', 'search-entries', 'examination'],
    // one session's files
    ['session'],
    // what a line holds
    ['lines'],
    // append-only files and their index
    ['log', 'jsonl-store-options'],
    // locks, links, durable writes
    ['files'],
  ],
  'packages/store-sqlite': [
    ['index'],
    ['sqlite-store', 'examine-sqlite-store', 'sqlite-tenants'],
    // what each table does / what is wrong with a file, and its repair
    ['tables', 'examination'],
    // opening, statements, rows
    ['database'],
    ['migrate', 'schema', 'sqlite-store-options'],
  ],
  'packages/store-contract': [
    ['index'],
    ['describe-store-contract', 'describe-crash-safety', 'describe-memory-index-contract'],
    ['crash-site'],
    ['writer-process'],
    ['crash-writer'],
    // tests of each promise of a store / of a memory's index
    ['groups', 'memory-index'],
    // assertions that the groups share
    ['expectations'],
    // messages and records to store
    ['samples'],
  ],
  'packages/memory': [
    ['index'],
    ['create-memory'],
    ['memory-operations'],
    // writing: messages, facts, notes, a model's proposals; forgetting and withdrawing
    ['learning'],
    // reading: recall, entities, profiles, learnings, lists
    ['search'],
    // one scope's state, and changes of it; notes as Markdown files
    ['scope'],
    // which fact supersedes which, and which hold
    ['facts'],
    // the index
    ['sqlite'],
    // words and terms by language
    ['text'],
  ],
  'packages/replay': [
    ['index'],
    ['replay-worker'],
    // a session played
    ['replay'],
    // what each call needed
    ['needs'],
    // figures / bodies of the real adapters / prompt caches, simulated / files that requests show
    ['report', 'validity', 'cache', 'copies'],
    // what a message says, and lines to compare it by
    ['messages'],
  ],
  'packages/server': [
    ['index', 'node'],
    // Node's HTTP
    ['listening'],
    // puts the routes together
    ['app'],
    // the API / tools for agents / the API's description
    ['routes', 'mcp', 'docs'],
    // what routes work with
    ['services'],
    // work that outlives its request
    ['jobs'],
    // open sessions, their settings and events
    ['sessions'],
    // authentication, limits, ETags, repeated requests, errors, pages
    ['http'],
    // bodies and answers
    ['schemas'],
    // environment variables
    ['config'],
    // keys, jobs and tenants, as documents
    ['state'],
  ],
  'packages/formats': [
    ['index'],
    ['stream-transcripts'],
    ['read-transcript'],
    ['parse-transcript'],
    ['choose-format'],
    // recordings of other programs
    ['readers'],
    // what the readers make of them
    ['entries'],
    // LangChain's messages, both ways
    ['langchain'],
    // one SDK's messages each, both ways
    ['ai-sdk', 'anthropic', 'gemini', 'mcp', 'openai-chat', 'openai-responses'],
    // what these share: losses, kept fields, files, tools
    ['messages'],
    // content shapes of recordings
    ['parts'],
    // lines and values of files
    ['json'],
  ],
  'packages/client': [
    ['index'],
    ['create-client'],
    // one function for each call of the API
    ['calls'],
    // a session's events, followed
    ['events'],
    // requests, retries, errors
    ['transport'],
    // what calls take and give, written from the server's document
    ['api'],
  ],
  'packages/react': [
    ['index'],
    ['server'],
    // what fills the window / summaries and dividers / React's hooks
    ['breakdown', 'compaction', 'hooks'],
    // the gauge
    ['indicator'],
    // what all components are made of: slots, locale
    ['parts'],
    // checks states and summaries that a server sent, without React
    ['reading'],
  ],
  'packages/validators': [
    ['index'],
    ['anthropic-messages', 'gemini', 'openai-chat', 'openai-responses'],
    ['anthropic-messages-rules', 'gemini-rules', 'openai-chat-rules', 'openai-responses-rules'],
    ['compaction-check', 'thinking-check', 'tool-change-check'],
    ['is-base64', 'request-body', 'rule-source'],
    ['violation'],
  ],
  'packages/testing': [
    ['index', 'find-browser', 'random-text', 'recorded-growth', 'seed-properties', 'statistics'],
    ['any-character', 'anthropic-upstream', 'corpus', 'counting', 'create-chat-state', 'growth-of'],
    ['anthropic-events', 'responses-upstream'],
    ['history-arbitrary', 'make-entries', 'sampled'],
    ['exchange-moves', 'property-runs', 'random'],
    ['approval-moves'],
  ],
  'apps/cli': [
    ['main'],
    ['run-process'],
    ['run'],
    ['program'],
    // one command each / the commands of memory
    ['commands', 'memory-commands'],
    // what commands share: options and their checks
    ['command-line'],
    // the demonstration / a chat typed by a person: lines, slash commands
    ['demo', 'interactive'],
    // one session, one turn, one answer
    ['chat'],
    // other programs' sessions found, read and stored
    ['recordings'],
    // settings, agents, models / memories of other programs / sessions copied to another store
    ['setup', 'memory-files', 'migration'],
    // stored sessions, and files read line by line
    ['files'],
    // what is printed
    ['output'],
    // texts of errors and exit codes
    ['errors'],
  ],
};
