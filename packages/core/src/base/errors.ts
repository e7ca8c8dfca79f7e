import type { Usage } from './usage.js';

/** The kind of an error, for programs; the message is for people. */
export type ErrorCode =
  | 'context-overflow'
  | 'store-conflict'
  | 'session-not-found'
  | 'corrupt-record'
  | 'unsupported-format'
  | 'summarization'
  | 'config';

const marker = Symbol.for('everlong.error');

/**
 * Base of every error that everlong throws on purpose. `isInstance` works across duplicated
 * copies of the package, where `instanceof` does not.
 */
export abstract class EverlongError extends Error {
  readonly code: ErrorCode;

  protected constructor(code: ErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.name = new.target.name;
    Object.defineProperty(this, marker, { value: code });
  }

  static isInstance(error: unknown): error is EverlongError {
    return typeof error === 'object' && error !== null && marker in error;
  }
}

function hasCode(error: unknown, code: ErrorCode): boolean {
  return EverlongError.isInstance(error) && error.code === code;
}

/** A part of the request that must not be cut does not fit the input budget. */
export class ContextOverflowError extends EverlongError {
  /** The part that is too large. */
  readonly part: 'instructions' | 'tools' | 'message';
  /** The tokens that it has. */
  readonly tokens: number;
  /** The tokens that it may have. */
  readonly maxTokens: number;

  constructor(part: ContextOverflowError['part'], tokens: number, maxTokens: number) {
    super(
      'context-overflow',
      `The ${part === 'message' ? 'latest user message of this request needs' : `${part} of this request need`} ` +
        `${tokens} tokens, but only ${maxTokens} are free in the input budget. ` +
        `Shorten the ${part === 'message' ? 'message' : part} or use a model with a larger window.`,
    );
    this.part = part;
    this.tokens = tokens;
    this.maxTokens = maxTokens;
  }

  static override isInstance(error: unknown): error is ContextOverflowError {
    return hasCode(error, 'context-overflow');
  }
}

/** An `expectedSeq` or `expectedEpoch` did not hold, or an id is taken. Reload and decide again. */
export class StoreConflictError extends EverlongError {
  constructor(message: string, cause?: unknown) {
    super('store-conflict', message, cause);
  }

  static override isInstance(error: unknown): error is StoreConflictError {
    return hasCode(error, 'store-conflict');
  }
}

/** The store has no session with this id. */
export class SessionNotFoundError extends EverlongError {
  readonly sessionId: string;

  /** `why`: what became of it. */
  constructor(sessionId: string, why?: string) {
    super(
      'session-not-found',
      why === undefined
        ? `There is no session "${sessionId}" in this store. List the sessions to see the ids.`
        : `There is no session "${sessionId}" any more. ${why}`,
    );
    this.sessionId = sessionId;
  }

  static override isInstance(error: unknown): error is SessionNotFoundError {
    return hasCode(error, 'session-not-found');
  }
}

/** Something stored cannot be read back; `place` is a file and line, or a table and row. */
export class CorruptRecordError extends EverlongError {
  readonly place: string;

  constructor(place: string, problem: string, cause?: unknown) {
    super('corrupt-record', `${place}: ${problem}`, cause);
    this.place = place;
  }

  static override isInstance(error: unknown): error is CorruptRecordError {
    return hasCode(error, 'corrupt-record');
  }
}

/** A file, message or entry has a shape that this version does not know. */
export class UnsupportedFormatError extends EverlongError {
  constructor(message: string, cause?: unknown) {
    super('unsupported-format', message, cause);
  }

  static override isInstance(error: unknown): error is UnsupportedFormatError {
    return hasCode(error, 'unsupported-format');
  }
}

/** A summarizer returned nothing usable; the engine continues with its next tier. */
export class SummarizationError extends EverlongError {
  /** Usage billed for the calls that failed. */
  readonly usage?: Usage;

  constructor(message: string, cause?: unknown, usage?: Usage) {
    super('summarization', message, cause);
    if (usage !== undefined) this.usage = usage;
  }

  static override isInstance(error: unknown): error is SummarizationError {
    return hasCode(error, 'summarization');
  }
}

/** An option, file or environment variable has a value that cannot be used. */
export class ConfigError extends EverlongError {
  constructor(message: string, cause?: unknown) {
    super('config', message, cause);
  }

  static override isInstance(error: unknown): error is ConfigError {
    return hasCode(error, 'config');
  }
}
