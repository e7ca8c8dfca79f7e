import { UnsupportedFormatError } from '@everlong/core';
import { detectFormat, parseTranscript } from '@everlong/formats';
import type { ModelTokenizer } from '@everlong/tokenizer';
import type { ByteSource } from '../files/byte-source.js';

/** The tokens of one input: a transcript is counted as the messages of a prompt, others as text. */
export interface InputCount {
  file: string;
  tokens: number;
  /** The format of the transcript, or `text`. */
  format: string;
  /** How many messages a transcript has. */
  messages?: number;
  /** The models that wrote them, where the transcript says so. */
  models?: string[];
  /** Set for text that is not UTF-8, of which parts could not be read. */
  isDamaged?: true;
}

/** How much of an input is inspected to detect a transcript. */
const HEAD_BYTES = 2 ** 18;
/** Transcripts are held in memory; larger ones are counted as plain text. */
const MAX_TRANSCRIPT_BYTES = 2 ** 28;

/** Counts an input in one pass. Plain text is never held in memory as a whole. */
export async function countInput(
  { name, chunks }: ByteSource,
  tokenizer: ModelTokenizer,
): Promise<InputCount> {
  const held: Uint8Array[] = [];
  let size = 0;
  let mayBeTranscript = true;
  const counter = createTextCounter(tokenizer);
  const release = (): void => {
    for (const chunk of held.splice(0)) counter.add(chunk);
  };
  for await (const chunk of chunks) {
    held.push(chunk);
    const checked = size;
    size += chunk.length;
    if (mayBeTranscript && checked < HEAD_BYTES && size >= HEAD_BYTES) {
      checkIsText(name, held);
      mayBeTranscript = looksLikeTranscript(Buffer.concat(held));
    }
    if (size > MAX_TRANSCRIPT_BYTES) mayBeTranscript = false;
    if (!mayBeTranscript) release();
  }
  checkIsText(name, held);
  const whole = Buffer.concat(held);
  const format = mayBeTranscript && size > 0 ? formatOf(whole) : undefined;
  if (format === undefined) {
    release();
    const { tokens, isDamaged } = counter.end();
    return { file: name, tokens, format: 'text', ...(isDamaged ? { isDamaged } : {}) };
  }
  const { entries } = parseTranscript(whole, { file: name, format });
  const messages = entries.map(({ message }) => message);
  const models = [...new Set(entries.flatMap(({ model = [] }) => model))];
  return {
    file: name,
    tokens: tokenizer.countMessages(messages),
    format,
    messages: messages.length,
    ...(models.length === 0 ? {} : { models }),
  };
}

/** Counts UTF-8 text in chunks that may end inside a character. */
function createTextCounter(tokenizer: ModelTokenizer): {
  add(chunk: Uint8Array): void;
  end(): { tokens: number; isDamaged: boolean };
} {
  const counter = tokenizer.createStreamCounter();
  const decoder = new TextDecoder();
  const strict = new TextDecoder('utf-8', { fatal: true });
  let isDamaged = false;
  // U+FFFD, which a lenient decoder writes for damage, may also be in the text itself.
  const check = (chunk?: Uint8Array): void => {
    if (isDamaged) return;
    try {
      strict.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isDamaged = true;
    }
  };
  return {
    add(chunk) {
      check(chunk);
      counter.add(decoder.decode(chunk, { stream: true }));
    },
    end() {
      check();
      counter.add(decoder.decode());
      return { tokens: counter.count(), isDamaged };
    },
  };
}

/** A JSON document cannot be parsed before its end, so its first character must do. */
function looksLikeTranscript(head: Uint8Array): boolean {
  const opens = Buffer.from(head.subarray(0, 64)).toString('latin1').trimStart();
  return opens.startsWith('[') || opens.startsWith('{') || formatOf(head) !== undefined;
}

function formatOf(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes);
  return text.trim() === '' ? undefined : detectFormat(text);
}

function checkIsText(name: string, held: readonly Uint8Array[]): void {
  if (held.some((chunk) => chunk.subarray(0, 4096).includes(0))) {
    throw new UnsupportedFormatError(
      `"${name}" is a binary file. Only text and transcripts are counted.`,
    );
  }
}
