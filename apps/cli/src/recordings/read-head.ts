import { fieldsOf, parseJson } from '@everlong/core/internal';
import { MESSAGE_FORMAT } from '@everlong/core/store-kit';
import { SESSION_LINE } from '../output/export-lines.js';

/** Enough to see how an export begins. */
const HEAD_CHARACTERS = 65_536;

/** How a file begins. */
interface Head {
  /** Set for an export of everlong's own, which is refused unless it is whole. */
  isOwnExport: boolean;
  /** All of it, the head again. */
  chunks: AsyncIterable<Uint8Array>;
}

/** Looks at the first line. */
export async function readHead(source: AsyncIterable<Uint8Array>): Promise<Head> {
  const rest = source[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  const read: Uint8Array[] = [];
  let head = '';
  while (!head.includes('\n') && head.length <= HEAD_CHARACTERS) {
    const { value, done = false } = await rest.next();
    if (done) break;
    read.push(Buffer.from(value));
    head += decoder.decode(value, { stream: true });
  }
  const { object, format } = fieldsOf(parseJson(head.split('\n', 1)[0] ?? ''));
  const chunks = (async function* () {
    yield* read;
    yield* { [Symbol.asyncIterator]: () => rest };
  })();
  return { isOwnExport: object === SESSION_LINE || format === MESSAGE_FORMAT, chunks };
}
