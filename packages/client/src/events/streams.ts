import { parseJson, parseObject } from '../transport/api-error.js';

/** A new message or record of a session. */
export interface SessionEvent {
  /** Resume after it with `lastEventId`. */
  id: string;
  event: 'message' | 'compaction' | 'record';
  /** The message, compaction or record. */
  data: Record<string, unknown>;
}

/**
 * The parts of a text stream between separators; what follows the last separator only with
 * `withRest`.
 */
async function* split(
  response: Response,
  separator: string,
  { withRest = false, signal }: { withRest?: boolean; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<string> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const stop = (): void => void reader.cancel().catch(() => {});
  signal?.addEventListener('abort', stop);
  /** Text since the last separator: joined once, since a part may come in many pieces. */
  let pieces: string[] = [];
  /** The end of what has come, where a separator may have begun. */
  let end = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      end = (end + value).slice(-(value.length + separator.length - 1));
      if (!end.includes(separator)) continue;
      const parts = pieces.join('').split(separator);
      end = parts.pop() ?? '';
      pieces = [end];
      yield* parts;
    }
    const rest = pieces.join('');
    if (withRest) yield rest;
  } finally {
    signal?.removeEventListener('abort', stop);
    await reader.cancel().catch(() => {});
  }
}

/** The objects of a stream of JSON lines. */
export async function* linesOf<Line>(response: Response): AsyncGenerator<Line> {
  for await (const line of split(response, '\n', { withRest: true })) {
    if (line !== '') yield parseJson(line, 'A line of the export came', response.status) as Line;
  }
}

/**
 * The events of a stream of server-sent events; heartbeats have only an `id`. An event that is cut
 * off is left out, id and all: whoever resumes gets it whole.
 */
export async function* eventsOf(
  response: Response,
  signal?: AbortSignal,
): AsyncGenerator<SessionEvent | Pick<SessionEvent, 'id'>> {
  for await (const block of split(response, '\n\n', { signal })) {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      fields.set(name, fields.has(name) ? `${fields.get(name)}\n${value}` : value);
    }
    const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')];
    if (id === undefined) continue;
    if (event === undefined || data === undefined) {
      yield { id };
      continue;
    }
    yield {
      id,
      event: event as SessionEvent['event'],
      data: parseObject(data, 'An event came', response.status),
    };
  }
}
