import {
  type Entry,
  type EntryInput,
  type JsonObject,
  type ModelMessage,
  UnsupportedFormatError,
} from '@everlong/core';
import { definedFields, fieldsToMessage } from '@everlong/core/internal';
import {
  checkStoredMessage,
  decodeValue,
  encodeValue,
  type EncodeOptions,
  MESSAGE_FORMAT,
} from '@everlong/core/store-kit';

import { hashText, type LineFacts, type LineKind } from '../log/line-kind.js';
import { parseObject } from '../files/parse-object.js';
import type { LineContext } from './line-context.js';
import { lineTypeOf, messageToFields } from './message-fields.js';
import { foreignId, foreignTime, toForeignEntry } from './supyagent-line.js';

/** Fields that the store adds to an input. */
export interface EntryPlace {
  seq: number;
  id: string;
  createdAt: string;
  appendedAt: string;
  /** On the first of several entries that were appended together: their number. */
  batch: number | undefined;
}

/** The part of a line that does not depend on the entry's place. */
export interface EncodedInput {
  type: string;
  /** JSON text of an object without its opening brace. */
  rest: string;
}

const roles: Record<string, ModelMessage['role']> = {
  user: 'user',
  assistant: 'assistant',
  tool_result: 'tool',
  system: 'system',
};

/** Encodes an input; throws `UnsupportedFormatError` for what no text can hold. */
export function encodeInput(input: EntryInput, options: EncodeOptions): EncodedInput {
  const { message, model, usage, metadata } = input;
  const text = encodeValue({ message, model, usage, metadata }, options);
  const { message: encoded, ...details } = JSON.parse(text) as JsonObject & { message: JsonObject };
  const { message: whole, ...fields } = messageToFields(encoded);
  const rest = JSON.stringify({ ...fields, ...details, message: whole });
  return { type: lineTypeOf(message.role), rest: rest.slice(1) };
}

/** The line of an entry: what an index needs comes first, in a fixed order. */
export function entryLine({ type, rest }: EncodedInput, place: EntryPlace): string {
  const { seq, id, createdAt, appendedAt, batch } = place;
  const head = JSON.stringify({
    type,
    seq,
    id,
    timestamp: createdAt,
    ...(appendedAt === createdAt ? {} : { appended_at: appendedAt }),
    ...definedFields({ batch }),
  });
  return `${head.slice(0, -1)}${rest === '}' ? '' : ','}${rest}`;
}

/** The entry behind a line; throws for any other line. */
export function decodeEntryLine(text: string, seq: number, context: LineContext): Entry {
  const line = JSON.parse(text) as Record<string, unknown>;
  if (!isOwn(line)) return toForeignEntry(line, seq, context);
  const { id, type, timestamp, format, model, usage, metadata } = line;
  checkFormat(format);
  const role = roles[String(type)];
  if (role === undefined) throw new Error(`the type ${JSON.stringify(type)} is unknown`);
  if (typeof timestamp !== 'string') throw new Error('there is no timestamp');
  const details = { message: fieldsToMessage(role, line as JsonObject), model, usage, metadata };
  const decoded = text.includes('$type') ? decodeTags(details, context) : withoutGaps(details);
  checkStoredMessage(decoded.message);
  return {
    id,
    sessionId: context.sessionId,
    seq,
    createdAt: timestamp,
    format: MESSAGE_FORMAT,
    ...decoded,
  };
}

/** The lines of a session's entries, its own and those that supyagent wrote. */
export function entryLineKind(sessionId: string): LineKind {
  return {
    describeHead,
    describe(line, seq) {
      const facts = describeHead(line);
      if (facts !== undefined) return facts;
      const value = parseObject(line.toString('utf8'));
      return value && describeLine(value, foreignId(sessionId, seq));
    },
  };
}

/** The beginning of nearly every line, so that most lines need not be parsed to be found. */
const ownHead =
  /^\{"type":"(?:user|assistant|tool_result|system)","seq":(\d{1,15}),"id":"([ !#-[\]-~]*)","timestamp":"([ !#-[\]-~]*)"(?:,"appended_at":"([ !#-[\]-~]*)")?(?:,"batch":([1-9]\d{0,8}))?[,}]/;

function describeHead(line: Buffer): LineFacts | undefined {
  const head = ownHead.exec(line.toString('latin1', 0, 300));
  if (head === null) return undefined;
  const [, seq, id = '', createdAt = '', appendedAt = createdAt, batch] = head;
  return {
    isItem: true,
    seq: Number(seq),
    hash: hashText(id),
    at: appendedAt,
    ...(batch === undefined ? {} : { batch: Number(batch) }),
  };
}

function describeLine(line: Record<string, unknown>, derivedId: string): LineFacts {
  const at = line['appended_at'] ?? foreignTime(line);
  const isMeta = line['type'] === 'meta';
  const isOwnLine = isOwn(line);
  return {
    isItem: !isMeta,
    isCheckpoint: isMeta,
    hash: hashText(isOwnLine ? line.id : derivedId),
    ...(isOwnLine ? { seq: line.seq, ...batchOf(line) } : {}),
    ...(typeof at === 'string' ? { at } : {}),
  };
}

function batchOf({ batch }: Record<string, unknown>): Pick<LineFacts, 'batch'> {
  return Number.isSafeInteger(batch) && Number(batch) > 0 ? { batch: Number(batch) } : {};
}

type OwnLine = Record<string, unknown> & { seq: number; id: string };

function isOwn(line: Record<string, unknown>): line is OwnLine {
  const { seq, id } = line;
  return Number.isSafeInteger(seq) && Number(seq) >= 0 && typeof id === 'string';
}

type Details = Pick<Entry, 'message' | 'model' | 'usage' | 'metadata'>;

function decodeTags(details: object, { getMedia }: LineContext): Details {
  return decodeValue(JSON.stringify(details), getMedia) as Details;
}

function withoutGaps(details: object): Details {
  const said = Object.entries(details).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as unknown as Details;
}

function checkFormat(format: unknown): void {
  if (format === undefined || format === MESSAGE_FORMAT) return;
  throw new UnsupportedFormatError(
    `The entry has format ${JSON.stringify(format)}, but this version reads ${MESSAGE_FORMAT}. ` +
      'Update everlong to open this session.',
  );
}
