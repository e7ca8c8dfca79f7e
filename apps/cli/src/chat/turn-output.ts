import type { ContextState } from '@everlong/context';
import { toUsage } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';
import { describeTruncation, isReliable } from '../output/context-gauge.js';
import { formatNumber } from '../output/format-number.js';
import { createMarkdownStream, type MarkdownStream } from './markdown-stream.js';
import { createSpinner } from './spinner.js';
import type { Terminal } from '../output/terminal.js';
import type { CompactionEvent, TurnEvent, TurnResult } from './turn.js';

export type OutputKind = 'text' | 'json' | 'stream-json';

/** Shows a turn while it runs and when it has ended. Data goes to stdout, the rest to stderr. */
export interface TurnOutput {
  onEvent(event: TurnEvent): void;
  end(result: TurnResult, session: { id: string; agent: string; state: ContextState }): void;
  /** Ends the line of an answer that an error cut off. */
  breakOff(): void;
}

export function createTurnOutput(kind: OutputKind, terminal: Terminal): TurnOutput {
  switch (kind) {
    case 'text':
      return createTextOutput(terminal);
    case 'json':
      return {
        onEvent() {},
        end: (result, session) => terminal.json(resultObject(result, session)),
        breakOff() {},
      };
    case 'stream-json':
      return {
        onEvent(event) {
          const line = eventObject(event);
          if (line !== undefined) terminal.json(line);
        },
        end(result, session) {
          terminal.json({ type: 'result', ...resultObject(result, session) });
        },
        breakOff() {},
      };
  }
}

/** Why an answer that did not end by itself did. */
function describeEnding(finishReason: string): string {
  switch (finishReason) {
    case 'length':
      return 'The answer was cut off: it reached the most tokens of one answer. Say "continue" to go on.';
    case 'content-filter':
      return "The answer was stopped by the provider's content filter.";
    default:
      return `The answer ended: ${finishReason}.`;
  }
}

/** One sentence about a turn that did not end normally; `undefined` if it did. */
function describeTurnProblem(result: TurnResult, lastReason: string): string | undefined {
  switch (result.status) {
    case 'done':
      if (result.finishReason !== 'stop') return describeEnding(result.finishReason);
      return result.text === '' ? 'The model sent an empty answer.' : undefined;
    case 'interrupted':
      return 'Interrupted. The complete parts are kept.';
    case 'overflow':
      return result.message === lastReason
        ? 'The request does not fit, and making it smaller did not help.'
        : `The request does not fit: ${result.message}`;
    case 'provider-error': {
      const status = result.httpStatus === undefined ? '' : ` (HTTP ${result.httpStatus})`;
      return `The provider failed${status}: ${result.message}`;
    }
    case 'step-limit':
      return `Stopped after ${result.steps} model calls. Say "continue" to go on.`;
  }
}

function createTextOutput(terminal: Terminal): TurnOutput {
  const { noteColors } = terminal;
  const describe = createEventDescriber();
  const spinner = createSpinner(terminal);
  // What is written meanwhile shows on the live line.
  const isRendered = terminal.columns !== Infinity && terminal.hasLiveLine;
  const answer = isRendered ? createMarkdownStream(terminal) : rawText(terminal);

  function endAnswer(): void {
    spinner.stop();
    answer.end();
  }

  spinner.start('thinking');
  return {
    onEvent(event) {
      if (event.type === 'text') {
        if (!isRendered) spinner.stop();
        answer.add(event.text);
        if (isRendered) spinner.preview(answer.pending);
        return;
      }
      const line = describe.event(event);
      if (line !== undefined) {
        endAnswer();
        terminal.note(noteColors.dim(`  ${line}`));
      }
      spinner.start(event.type === 'tool-call' ? event.name : 'thinking');
    },
    end(result, { state }) {
      endAnswer();
      const { truncation } = state;
      if (truncation !== undefined && isReliable(truncation)) {
        terminal.note(noteColors.yellow(describeTruncation(truncation)));
      }
      const problem = describe.problem(result);
      if (problem !== undefined) terminal.note(noteColors.yellow(problem));
    },
    breakOff: endAnswer,
  };
}

/** Text that is written as it is; its last line is ended. */
function rawText(terminal: Terminal): MarkdownStream {
  let isOpen = false;
  return {
    pending: '',
    add(text) {
      terminal.write(text);
      isOpen = true;
    },
    end() {
      if (isOpen) terminal.print();
      isOpen = false;
    },
  };
}

/** Describes the events of a turn in words, without repeating itself. */
function createEventDescriber(): {
  event(event: TurnEvent): string | undefined;
  problem(result: TurnResult): string | undefined;
} {
  /** Why the provider rejected the last request as too long. */
  let lastReason = '';
  let toolsMentioned = false;

  return {
    event(event) {
      switch (event.type) {
        case 'tool-call':
          return `${event.name} ${redactSecrets(JSON.stringify(event.input))}`;
        case 'compaction':
          return `${describeCompaction(event)} (${event.compaction.reason})`;
        case 'retry': {
          const line = describeRetry(event.reason, lastReason);
          lastReason = event.reason;
          return line;
        }
        case 'call-again':
          return `Trying again: ${event.reason}`;
        case 'without-tools': {
          const line = toolsMentioned ? undefined : withoutTools;
          toolsMentioned = true;
          return line;
        }
        default:
          return undefined;
      }
    },
    problem: (result) => describeTurnProblem(result, lastReason),
  };
}

const withoutTools =
  'The window has no room for the history tools: they are left out of the request.';

/** Why a smaller request is sent, without repeating the reason. */
function describeRetry(reason: string, lastReason: string): string {
  return reason === lastReason
    ? 'Trying again with an even smaller request.'
    : `Trying again with a smaller request: ${reason}`;
}

/** A compaction in a line: epochs, what was made, and the request's tokens before and after. */
export function describeCompaction({ compaction, before, state }: CompactionEvent): string {
  const { kind, epoch, summarizedMessages } = compaction;
  const made = kind === 'snapshot' ? `snapshot of ${summarizedMessages} messages` : kind;
  return (
    `compaction: epoch ${before.epoch} -> ${epoch}, ${made}, request ` +
    `${formatNumber(before.used.total)} -> ${formatNumber(state.used.total)} tokens`
  );
}

function eventObject(event: TurnEvent): object | undefined {
  switch (event.type) {
    case 'request':
    case 'without-tools':
    case 'call-again':
      return undefined;
    case 'step':
      return { type: 'usage', usage: toUsage(event.usage) };
    case 'compaction': {
      const { compaction, before, state } = event;
      return {
        type: 'compaction',
        ...compaction,
        tokensBefore: before.used.total,
        tokensAfter: state.used.total,
      };
    }
    default:
      return event;
  }
}

function resultObject(
  result: TurnResult,
  { id, agent, state }: { id: string; agent: string; state: ContextState },
): object {
  return {
    session: id,
    agent,
    ...result,
    ...(result.status === 'done' ? { usage: toUsage(result.usage) } : {}),
    context: state,
  };
}
