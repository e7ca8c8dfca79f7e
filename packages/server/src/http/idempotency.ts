import { hash as digest, randomUUID } from 'node:crypto';

import { fieldsOf } from '@everlong/core/internal';
import type { MiddlewareHandler } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';

import type { Place, ServerState } from '../state/server-state.js';
import { problem } from './problem.js';
import type { ServerContext, ServerEnv } from './server-env.js';

/** An answer as it is stored: without `answer`, `isSecret` and `isGone` while the first request runs. */
interface KeptAnswer {
  /** Hash of the body that was sent: the same key with another body is a mistake. */
  request: string;
  /** The server process that is at work on it. */
  process: string;
  at: string;
  answer?: { status: number; body: string; headers: [string, string][] };
  /** Done, with an answer that is not stored because it shows a secret. */
  isSecret?: true;
  /** The answer showed something that was deleted or withdrawn, so that it is not stored. */
  isGone?: true;
}

/** How long an answer is repeated. */
export const IDEMPOTENCY_HOURS = 24;

const thisProcess = randomUUID();
const keptHeaders = ['content-type', 'location', 'etag'];

/**
 * A POST with the header `Idempotency-Key` is done once: whoever repeats it gets the first answer.
 * Answers of 500 and above and streams are not stored, so their requests may be repeated, as may
 * one that died with its server. Of an answer with `Cache-Control: no-store` only the fact is
 * stored: repeating its request is a conflict. One process at a time uses the state: unfinished
 * requests of another one are those of a server that died.
 */
export function createIdempotency(state: ServerState): MiddlewareHandler<ServerEnv> {
  return async function idempotency(c, next) {
    const key = c.req.header('idempotency-key');
    if (key === undefined || c.req.method !== 'POST') return next();
    if (key === '' || key.length > 256) {
      throw problem(400, {
        code: 'invalid_idempotency_key',
        detail: 'An Idempotency-Key has 1 to 256 characters.',
        param: 'Idempotency-Key',
      });
    }
    const place = placeOf(c, key);
    const request = hash(c.get('body').text);
    const known = await begin(state, place, request);
    if (known?.answer !== undefined) {
      const { status, body, headers } = known.answer;
      const repeated = { ...Object.fromEntries(headers), 'idempotent-replayed': 'true' };
      return c.newResponse(body, status as StatusCode, repeated);
    }
    try {
      await next();
    } finally {
      await finish(state, place, c);
    }
    return undefined;
  };
}

/** The stored answer; `undefined` for the first request. Throws the answer to a conflict. */
async function begin(
  state: ServerState,
  place: Place,
  request: string,
): Promise<KeptAnswer | undefined> {
  const mine: KeptAnswer = { request, process: thisProcess, at: new Date().toISOString() };
  if (await state.insert(place, mine)) return undefined;
  let known: KeptAnswer | undefined;
  await state.update<KeptAnswer>(place, (kept) => {
    known = kept;
    return kept === undefined || isDead(kept) ? mine : kept;
  });
  if (known?.isGone) {
    throw problem(409, {
      code: 'answer_deleted',
      detail: 'This request was done. What its answer showed was deleted or withdrawn since.',
    });
  }
  if (known !== undefined && known.request !== request) {
    throw problem(422, {
      code: 'idempotency_key_reused',
      detail:
        'This Idempotency-Key came with another body before. Use a new one for a new request.',
      param: 'Idempotency-Key',
    });
  }
  if (known?.answer !== undefined) return known;
  if (known?.isSecret) {
    throw problem(409, {
      code: 'secret_not_stored',
      detail:
        'This request was done. Its answer showed a secret, which is not stored: ' +
        'rotate the key to get another one.',
    });
  }
  if (known === undefined || isDead(known)) return undefined;
  throw problem(409, {
    code: 'idempotency_key_in_use',
    detail: 'A request with this Idempotency-Key is still running. Try again in a moment.',
    headers: { 'retry-after': '1', 'x-should-retry': 'true' },
  });
}

/** Tells whether the server died before it could answer. */
function isDead({ answer, isSecret, process }: KeptAnswer): boolean {
  return answer === undefined && isSecret === undefined && process !== thisProcess;
}

async function finish(state: ServerState, place: Place, c: ServerContext): Promise<void> {
  const { res } = c;
  const isStream = res.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (res.status >= 500 || c.error !== undefined || isStream) {
    await state.update(place, () => undefined);
    return;
  }
  if (res.headers.get('cache-control') === 'no-store') {
    await state.update<KeptAnswer>(place, (kept) => kept && { ...kept, isSecret: true });
    return;
  }
  const body = await res.clone().text();
  const headers = keptHeaders.flatMap((name): [string, string][] => {
    const value = res.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  // A rewind's own answer shows no message.
  const isRewind = c.req.path.endsWith('/rewind');
  await state.update<KeptAnswer>(place, (kept) => {
    if (kept?.isGone && !isRewind) return gone(kept);
    if (kept === undefined) return undefined;
    const { isGone: _gone, ...first } = kept;
    return { ...first, answer: { status: res.status, body, headers } };
  });
}

/** Only that it was done: the hash of a short text would give that away. */
function gone({ process, at }: KeptAnswer): KeptAnswer {
  return { request: '', process, at, isGone: true };
}

/** Whose answers those are that show what an agent remembers. */
export const MEMORIES = '/memories';

/**
 * Removes the answers, also those of requests that still run, that show something of a session (by
 * its id) or of memories. Their requests stay done.
 */
export async function forgetAnswers(
  state: ServerState,
  tenant: string,
  owner: string,
): Promise<void> {
  const prefix = prefixOf(owner);
  for (let after = prefix; ;) {
    const query = { kind: 'idempotency', tenant, after, limit: 20 } as const;
    const found = (await state.list(query)).filter(({ id }) => id.startsWith(prefix));
    for (const { id } of found) {
      await state.update<KeptAnswer>({ tenant, kind: 'idempotency', id }, (kept) => {
        const isDone = kept?.answer !== undefined || kept?.isSecret === true;
        return kept && (isDone ? gone(kept) : { ...kept, isGone: true });
      });
    }
    if (found.length < 20) return;
    after = found.at(-1)?.id ?? after;
  }
}

/**
 * The ids of what a request with an `Idempotency-Key` creates; `undefined` without that header. A
 * repeated request gets the same ids, so nothing is created twice after a crash between work and
 * answer.
 */
export function idempotentIds(c: ServerContext): ((index: number) => string) | undefined {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return undefined;
  const id = requestHash(c, key);
  return (index) => `idem-${hash(JSON.stringify([id, index])).slice(0, 32)}`;
}

/** The answers of an owner lie side by side. */
function placeOf(c: ServerContext, key: string): Place {
  const id = `${prefixOf(ownerOf(c))}${requestHash(c, key)}`;
  return { tenant: c.get('tenant'), kind: 'idempotency', id };
}

function prefixOf(owner: string): string {
  return `${hash(owner).slice(0, 32)}-`;
}

function requestHash(c: ServerContext, key: string): string {
  const { id } = c.get('principal');
  return hash(JSON.stringify([id, c.req.path, key]));
}

/** The session whose messages or title an answer shows, also one that is being created. */
function ownerOf(c: ServerContext): string {
  const [, rest = ''] = c.req.path.split('/v1/', 2);
  const [what, id] = rest.split('/');
  if (what === 'memories') return MEMORIES;
  if (what !== 'sessions') return '';
  if (id !== undefined) return decodeURIComponent(id);
  const { id: chosen } = fieldsOf(c.get('body').value);
  return typeof chosen === 'string' ? chosen : (idempotentIds(c)?.(0) ?? '');
}

function hash(text: string): string {
  return digest('sha256', text);
}
