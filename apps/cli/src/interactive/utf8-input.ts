import { Readable } from 'node:stream';
import { notUtf8 } from '../errors/exit-code.js';
import type { InputStream } from '../output/terminal.js';

/** What is piped in, up to the first part that is no UTF-8: that must not be sent as U+FFFD. */
export function createUtf8Input(stdin: InputStream): { input: Readable; requireUtf8(): void } {
  let isDamaged = false;
  async function* decode(): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      for await (const chunk of stdin) {
        yield decoder.decode(Buffer.from(chunk as Uint8Array | string), { stream: true });
      }
      yield decoder.decode();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      isDamaged = true;
    }
  }
  return {
    input: Readable.from(decode()),
    requireUtf8() {
      if (isDamaged) throw notUtf8('The input');
    },
  };
}
