import { eachItem } from './each-item.js';
import { type FollowOptions, followSession } from './follow-session.js';
import type {
  Append,
  AppendAs,
  Chat,
  ChatStopped,
  Appended,
  Compaction,
  CompactionPreview,
  CompactionUndone,
  Context,
  Deleted,
  Job,
  Message,
  NewCompaction,
  NewSession,
  Page,
  PageQuery,
  PastRequest,
  Prepare,
  PreparedRequest,
  RequestBody,
  Rewound,
  SdkFormat,
  SearchHit,
  Session,
  SessionPatch,
} from './resources.js';
import { linesOf } from './streams.js';
import type { CallOptions, Transport } from './transport.js';
import { watchContext, type WatchOptions } from './watch-context.js';

interface Conditional extends CallOptions {
  /** The ETag that the session must have. */
  ifMatch?: string;
}

type SessionQuery = PageQuery & { agent?: string };

export type SessionCalls = ReturnType<typeof createSessionCalls>;

/** Calls about sessions. */
export function createSessionCalls({ json, response }: Transport) {
  const listSessions = (query: SessionQuery = {}, options: CallOptions = {}) =>
    json<Page<Session>>('listSessions', { ...options, query });
  const listMessages = (id: string, query: PageQuery = {}, options: CallOptions = {}) =>
    json<Page<Message>>('listMessages', { ...options, path: { id }, query });
  const getJob = (id: string, options: CallOptions = {}) =>
    json<Job>('getJob', { ...options, path: { id } });

  function prepare(
    id: string,
    body: Prepare & { as: SdkFormat },
    options?: CallOptions,
  ): Promise<RequestBody>;
  function prepare(
    id: string,
    body?: Prepare & { as?: undefined },
    options?: CallOptions,
  ): Promise<PreparedRequest>;
  function prepare(id: string, body: object = {}, options: CallOptions = {}) {
    return json<never>('prepareRequest', { ...options, path: { id }, body });
  }

  const sessions = {
    list: listSessions,
    /** All of them, page by page. */
    each: (query: SessionQuery = {}) => eachItem(listSessions, query),
    create: (body: NewSession = {}, options: CallOptions = {}) =>
      json<Session>('createSession', { ...options, body }),
    get: (id: string, options: CallOptions = {}) =>
      json<Session>('getSession', { ...options, path: { id } }),
    update: (id: string, body: SessionPatch, options: Conditional = {}) =>
      json<Session>('updateSession', { ...conditional(options), path: { id }, body }),
    delete: (id: string, options: Conditional = {}) =>
      json<Deleted>('deleteSession', { ...conditional(options), path: { id } }),
    fork: (id: string, body: { at_seq?: number; title?: string } = {}, options: CallOptions = {}) =>
      json<Session>('forkSession', { ...options, path: { id }, body }),
    /** Withdraws what came after a message, given by id or `seq`; -1 withdraws all. */
    rewind: (id: string, to: string | number, options: CallOptions = {}) =>
      json<Rewound>('rewindSession', { ...options, path: { id }, body: { to } }),
    /** The session, its messages and its records, as they come. */
    async *export(id: string, options: CallOptions = {}): AsyncGenerator<Record<string, unknown>> {
      yield* linesOf(await response('exportSession', { ...options, path: { id } }));
    },
    /** The session's events until the signal aborts; reconnects after a lost connection. */
    follow: (id: string, options: FollowOptions = {}) => followSession({ response }, id, options),
  };

  const messages = {
    list: listMessages,
    each: (id: string, query: PageQuery = {}) =>
      eachItem((next: PageQuery) => listMessages(id, next), query),
    get: (id: string, message: string | number, options: CallOptions = {}) =>
      json<Message>('getMessage', { ...options, path: { id, message } }),
    /** All of them or none; durable when it resolves. */
    append: (id: string, body: Append | AppendAs, options: CallOptions = {}) =>
      json<Appended>('appendMessages', { ...options, path: { id }, body }),
  };

  const compactions = {
    list: (id: string, query: PageQuery = {}, options: CallOptions = {}) =>
      json<Page<Compaction>>('listCompactions', { ...options, path: { id }, query }),
    create: (id: string, body: NewCompaction = {}, options: CallOptions = {}) =>
      json<Job>('createCompaction', { ...options, path: { id }, body }),
    preview: (id: string, body: NewCompaction = {}, options: CallOptions = {}) =>
      json<CompactionPreview>('createCompaction', {
        ...options,
        path: { id },
        body: { ...body, dry_run: true },
      }),
    undo: (id: string, options: CallOptions = {}) =>
      json<CompactionUndone>('undoCompaction', { ...options, path: { id } }),
  };

  return {
    sessions,
    messages,
    compactions,
    context: (id: string, options: CallOptions = {}) =>
      json<Context>('getContext', { ...options, path: { id } }),
    /** The gauge as a store, kept up to date: `useContextState(store)` of `@everlong/react`. */
    watchContext: (id: string, options: WatchOptions = {}) =>
      watchContext({ json, response }, id, options),
    /** The next request, which fits the window; with `as` as the body of another SDK. */
    prepare,
    /**
     * Chats that a model of the server answers; pages use the AI SDK's transport with `/v1/chat`.
     */
    chat: {
      /** The answer, as a UI message stream of the AI SDK. */
      answer: (body: Chat, options: CallOptions = {}) =>
        response('answerChat', { ...options, body }),
      /** The answer that is being made, from its beginning on; status 204 where there is none. */
      resume: (id: string, options: CallOptions = {}) =>
        response('resumeChat', { ...options, path: { id } }),
      stop: (id: string, options: CallOptions = {}) =>
        json<ChatStopped>('stopChat', { ...options, path: { id } }),
    },
    /** What the model saw at a message. */
    explain: (id: string, seq: number, options: CallOptions = {}) =>
      json<PastRequest>('explainRequest', { ...options, path: { id, seq } }),
    /** The `usage` of the AI SDK, of Anthropic or of OpenAI, as it is. */
    recordUsage: (id: string, body: object, options: CallOptions = {}) =>
      json<Context>('recordUsage', { ...options, path: { id }, body }),
    /** In all sessions, or in the one that is named. */
    search(
      q: string,
      { session, limit, ...options }: CallOptions & { session?: string; limit?: number } = {},
    ) {
      const query = { q, limit };
      return session === undefined
        ? json<Page<SearchHit>>('search', { ...options, query })
        : json<Page<SearchHit>>('searchSession', { ...options, path: { id: session }, query });
    },
    jobs: {
      list: (query: PageQuery = {}, options: CallOptions = {}) =>
        json<Page<Job>>('listJobs', { ...options, query }),
      get: getJob,
      /** Resolves with the job when it has ended, whether well or not. */
      async wait(id: string, options: CallOptions = {}): Promise<Job> {
        for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
          const job = await getJob(id, options);
          if (job.ended_at !== null) return job;
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
          options.signal?.throwIfAborted();
        }
      },
    },
  };
}

function conditional({ ifMatch, ...options }: Conditional) {
  return ifMatch === undefined ? options : { ...options, headers: { 'if-match': ifMatch } };
}
