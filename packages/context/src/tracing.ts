import { EverlongError } from '@everlong/core';
import type * as OpenTelemetry from '@opentelemetry/api';

/**
 * Names and numbers only: a span never holds what was said. Those that are `undefined` are left
 * out.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Adds attributes to the span; they are worked out only if the span is recorded. */
export type NoteOnSpan = (attributes: () => SpanAttributes) => void;

/** The package as this process has it: one for all sessions, as its registered provider is. */
let openTelemetry: typeof OpenTelemetry | undefined;

const TRACER_NAME = '@everlong/context';

/** Has spans made from now on, where `@opentelemetry/api` is installed; never rejects. */
export async function loadOpenTelemetry(): Promise<void> {
  try {
    openTelemetry ??= await import('@opentelemetry/api');
  } catch {
    // An optional peer: without it there is no tracer.
  }
}

/**
 * Runs the work in a span `{operation} {gen_ai.request.model}` of kind INTERNAL, below the one that
 * is active. Work that fails sets the span's status and `error.type` (the code of our errors, the
 * name of others; never a message, which may quote a prompt) and rejects as without a span.
 */
export async function withSpan<Result>(
  operation: string,
  attributes: SpanAttributes,
  work: (note: NoteOnSpan) => Promise<Result>,
): Promise<Result> {
  if (openTelemetry === undefined) return work(() => {});
  const { SpanKind, SpanStatusCode, trace } = openTelemetry;
  const model = attributes['gen_ai.request.model'];
  const options = {
    kind: SpanKind.INTERNAL,
    attributes: given({ 'gen_ai.operation.name': operation, ...attributes }),
  };
  const name = model === undefined ? operation : `${operation} ${model}`;
  return trace.getTracer(TRACER_NAME).startActiveSpan(name, options, async (span) => {
    try {
      return await work((more) => {
        if (span.isRecording()) span.setAttributes(given(more()));
      });
    } catch (error) {
      span.setAttribute('error.type', errorType(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** What every span of a session says of it. */
export function sessionAttributes(session: {
  id: string;
  agent: string;
  model?: string | undefined;
}): SpanAttributes {
  return {
    'gen_ai.conversation.id': session.id,
    'gen_ai.agent.name': session.agent,
    'gen_ai.request.model': session.model,
  };
}

function given(attributes: SpanAttributes): Record<string, string | number | boolean> {
  const set: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) set[name] = value;
  }
  return set;
}

function errorType(error: unknown): string {
  if (EverlongError.isInstance(error)) return error.code;
  return error instanceof Error ? error.name : '_OTHER';
}
