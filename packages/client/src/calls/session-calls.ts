import { deletedOnce } from './deleted-once.js';
import { eachItem } from './each-item.js';
import { type FollowOptions, followSession } from '../events/follow-session.js';
import type {
  Appended,
  Chat,
  ChatStopped,
  Compaction,
  CompactionPreview,
  CompactionUndone,
  Context,
  Job,
  Message,
  NewCompaction,
  NewSession,
  PastRequest,
  Prepare,
  PreparedRequest,
  RequestBody,
  Rewound,
  SdkFormat,
  SearchHit,
  Session,
  SessionPatch,
} from '../api.js';
import type { Append, AppendAs } from './append.js';
import type { Page, PageQuery } from './page.js';
import { createSessionList, type SessionList, type SessionListOptions } from './session-list.js';
import { sharedByKey } from './shared-by-key.js';
import { pause } from '../transport/pause.js';
import { linesOf } from '../events/streams.js';
import type { CallOptions } from '../transport/call.js';
import type { Transport } from '../transport/transport.js';
import { type ContextWatch, watchContext, type WatchOptions } from '../events/watch-context.js';

interface Conditional extends CallOptions {
  /** The `etag` of the session as it was read: 412, with nothing done, if it has changed since. */
  ifMatch?: string;
}

type Compact = Omit<NewCompaction, 'dry_run'>;
type SessionQuery = PageQuery & { agent?: string };

export type SessionCalls = ReturnType<typeof createSessionCalls>;

/** Calls about sessions. */
export function createSessionCalls(transport: Transport) {
  const { json, response } = transport;
  const sessions = sessionCalls(transport);
  const sharedList = sharedByKey<SessionList>();
  const sharedWatch = sharedByKey<ContextWatch>();

  return {
    sessions,
    /**
     * A list of sessions, newest first: for `useSessions` of `@everlong/react`. Equal options give
     * the same list.
     */
    sessionList: (options: SessionListOptions = {}) =>
      sharedList(JSON.stringify([options.agent, options.limit]), () =>
        createSessionList(sessions, options),
      ),
    messages: messageCalls(transport),
    compactions: compactionCalls(transport),
    context: (id: string, options: CallOptions = {}) =>
      json<Context>('getContext', { ...options, path: { id } }),
    /**
     * A store of the gauge, kept up to date: for `useContextState` of `@everlong/react`. Without
     * `onError` a session has one, whoever asks.
     */
    watchContext(id: string, options: WatchOptions = {}) {
      const create = () => watchContext({ json, response }, id, options);
      return options.onError === undefined ? sharedWatch(id, create) : create();
    },
    /** The next request, within the window; with `as`, the body that another SDK sends. */
    prepare: prepareCall(transport),
    /**
     * Chats answered by a model of the server; pages use the AI SDK's transport with `/v1/chat`.
     */
    chat: chatCalls(transport),
    /** The request that the model saw at a message. */
    explain: (id: string, seq: number, options: CallOptions = {}) =>
      json<PastRequest>('explainRequest', { ...options, path: { id, seq } }),
    /** Takes the `usage` object of the AI SDK, Anthropic or OpenAI. */
    recordUsage: (id: string, body: object, options: Conditional = {}) =>
      json<Context>('recordUsage', { ...conditional(options), path: { id }, body }),
    /** Searches all sessions, or the one named. */
    search(
      q: string,
      { session, limit, ...options }: CallOptions & { session?: string; limit?: number } = {},
    ) {
      const query = { q, limit };
      return session === undefined
        ? json<Page<SearchHit>>('search', { ...options, query })
        : json<Page<SearchHit>>('searchSession', { ...options, path: { id: session }, query });
    },
    jobs: jobCalls(transport),
  };
}

function sessionCalls({ json, response }: Transport) {
  const list = (query: SessionQuery = {}, options: CallOptions = {}) =>
    json<Page<Session>>('listSessions', { ...options, query });
  return {
    list,
    /** All sessions, fetched page by page. */
    each: (query: SessionQuery = {}) => eachItem(list, query),
    create: (body: NewSession = {}, options: CallOptions = {}) =>
      json<Session>('createSession', { ...options, body }),
    get: (id: string, options: CallOptions = {}) =>
      json<Session>('getSession', { ...options, path: { id } }),
    update: (id: string, body: SessionPatch, options: Conditional = {}) =>
      json<Session>('updateSession', { ...conditional(options), path: { id }, body }),
    delete: (id: string, options: Conditional = {}) =>
      deletedOnce(id, json('deleteSession', { ...conditional(options), path: { id } })),
    fork: (id: string, body: { at_seq?: number; title?: string } = {}, options: Conditional = {}) =>
      json<Session>('forkSession', { ...conditional(options), path: { id }, body }),
    /** Withdraws every message after the one named by id or `seq`; -1 withdraws all. */
    rewind: (id: string, to: string | number, options: Conditional = {}) =>
      json<Rewound>('rewindSession', { ...conditional(options), path: { id }, body: { to } }),
    /** Streams the session, its messages and its records. */
    async *export(id: string, options: CallOptions = {}): AsyncGenerator<Record<string, unknown>> {
      yield* linesOf(await response('exportSession', { ...options, path: { id } }));
    },
    /**
     * The session's events until the signal aborts. Reconnects as often as a connection is lost;
     * rejects when the first one fails, or for good.
     */
    follow: (id: string, options: FollowOptions = {}) => followSession({ response }, id, options),
  };
}

function messageCalls({ json }: Transport) {
  const list = (id: string, query: PageQuery = {}, options: CallOptions = {}) =>
    json<Page<Message>>('listMessages', { ...options, path: { id }, query });
  return {
    list,
    each: (id: string, query: PageQuery = {}) =>
      eachItem((next: PageQuery) => list(id, next), query),
    get: (id: string, message: string | number, options: CallOptions = {}) =>
      json<Message>('getMessage', { ...options, path: { id, message } }),
    /** Appends all messages or none; durable once it resolves. */
    append: (id: string, body: Append | AppendAs, options: Conditional = {}) =>
      json<Appended>('appendMessages', { ...conditional(options), path: { id }, body }),
  };
}

function compactionCalls({ json }: Transport) {
  return {
    list: (id: string, query: PageQuery = {}, options: CallOptions = {}) =>
      json<Page<Compaction>>('listCompactions', { ...options, path: { id }, query }),
    create: (id: string, body: Compact = {}, options: Conditional = {}) =>
      json<Job>('createCompaction', { ...conditional(options), path: { id }, body }),
    preview: (id: string, body: Compact = {}, options: Conditional = {}) =>
      json<CompactionPreview>('createCompaction', {
        ...conditional(options),
        path: { id },
        body: { ...body, dry_run: true },
      }),
    undo: (id: string, options: Conditional = {}) =>
      json<CompactionUndone>('undoCompaction', { ...conditional(options), path: { id } }),
  };
}

function prepareCall({ json }: Transport) {
  function prepare(
    id: string,
    body: Prepare & { as: SdkFormat },
    options?: Conditional,
  ): Promise<RequestBody>;
  function prepare(
    id: string,
    body?: Prepare & { as?: undefined },
    options?: Conditional,
  ): Promise<PreparedRequest>;
  function prepare(id: string, body: object = {}, options: Conditional = {}) {
    return json<never>('prepareRequest', { ...conditional(options), path: { id }, body });
  }
  return prepare;
}

function chatCalls({ json, response }: Transport) {
  return {
    /** The answer as a UI message stream of the AI SDK. */
    answer: (body: Chat & { id: string }, options: Conditional = {}) =>
      response('answerChat', { ...conditional(options), body }),
    /** The running answer from its start; status 204 when there is none. */
    resume: (id: string, options: CallOptions = {}) =>
      response('resumeChat', { ...options, path: { id } }),
    stop: (id: string, options: CallOptions = {}) =>
      json<ChatStopped>('stopChat', { ...options, path: { id } }),
  };
}

function jobCalls({ json }: Transport) {
  const get = (id: string, options: CallOptions = {}) =>
    json<Job>('getJob', { ...options, path: { id } });
  return {
    list: (query: PageQuery = {}, options: CallOptions = {}) =>
      json<Page<Job>>('listJobs', { ...options, query }),
    get,
    /** Resolves with the job once it has ended, also when it failed. */
    async wait(id: string, options: CallOptions = {}): Promise<Job> {
      for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
        const job = await get(id, options);
        if (job.ended_at !== null) return job;
        await pause(pauseMs, options.signal);
      }
    },
  };
}

function conditional({ ifMatch, ...options }: Conditional) {
  return ifMatch === undefined ? options : { ...options, headers: { 'if-match': ifMatch } };
}
