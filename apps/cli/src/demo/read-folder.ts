import type { ContextState, Session } from '@everlong/context';
import type { ModelMessage } from '@everlong/core';
import type { ToolSet } from 'ai';
import { runTurn } from '../chat/run-turn.js';
import type { TurnEvent } from '../chat/turn.js';
import type { ModelObject } from '../setup/model-provider.js';
import { readingTask } from './reading-script.js';
import { scriptedModelName } from './scripted-model.js';

/** Files that one message of the user asks for. */
const filesPerTask = 6;
/** How often a small folder is read to fill the history. */
const maxPasses = 6;

export interface ReadFolderOptions {
  session: Session;
  model: ModelObject;
  instructions: string;
  tools: ToolSet;
  files: readonly string[];
  /** Stop when the history has this many tokens, or after this many model calls. */
  targetTokens: number;
  maxSteps: number;
  countMessage(message: ModelMessage): number;
  createEntryId(): string;
  signal: AbortSignal;
  onProgress(progress: ReadingProgress): void;
  onCompaction(event: Extract<TurnEvent, { type: 'compaction' }>): void;
}

export interface ReadingProgress {
  turn: number;
  steps: number;
  messages: number;
  historyTokens: number;
  /** The newest request's gauge. */
  state: ContextState;
  /** What the model is doing. */
  doing: string;
  turnEnded: boolean;
}

export interface ReadingResult {
  turns: number;
  steps: number;
  messages: number;
  historyTokens: number;
  largestRequestTokens: number;
  compactions: number;
  /** How often reading the folder was started. */
  passes: number;
  ended: 'filled' | 'step-limit' | 'nothing-left' | 'interrupted';
  /** The gauge of the newest request. */
  state: ContextState;
}

/** Lets the model read the folder, a few files per turn, until the history is long enough. */
export async function readFolder(options: ReadFolderOptions): Promise<ReadingResult> {
  const { session, files, countMessage, createEntryId, onProgress, signal } = options;
  const result = emptyResult(session.state());
  let doing = 'starting';

  function count(message: ModelMessage): void {
    result.messages++;
    result.historyTokens += countMessage(message);
  }

  function report(turnEnded: boolean): void {
    const { turns: turn, steps, messages, historyTokens, state } = result;
    onProgress({ turn, steps, messages, historyTokens, state, doing, turnEnded });
  }

  function onEvent(event: TurnEvent): void {
    if (event.type === 'request') {
      const { total } = event.request.state.used;
      result.largestRequestTokens = Math.max(result.largestRequestTokens, total);
      result.state = event.request.state;
    } else if (event.type === 'compaction') {
      result.compactions++;
      options.onCompaction(event);
    } else if (event.type === 'tool-call') {
      doing = describeCall(event.name, event.input);
    } else if (event.type === 'step') {
      result.steps++;
      for (const message of event.messages) count(message);
      report(false);
    }
  }

  for (let next = 0; result.historyTokens < options.targetTokens; next += filesPerTask) {
    const isRead = next >= files.length;
    result.ended = endOf(result, isRead, options);
    if (result.ended !== 'filled') break;
    if (isRead) {
      result.passes++;
      next = 0;
    }
    const fileCount = Math.min(filesPerTask, files.length - next);
    const task: ModelMessage = { role: 'user', content: readingTask(fileCount, files[next - 1]) };
    await session.append({ id: createEntryId(), message: task });
    count(task);
    result.turns++;
    const maxSteps = options.maxSteps - result.steps;
    const turn = await runTurn({ ...options, modelName: scriptedModelName, maxSteps, onEvent });
    report(true);
    if (turn.status === 'interrupted' || signal.aborted) {
      result.ended = 'interrupted';
      break;
    }
    if ('message' in turn) {
      throw new Error(`The scripted model stopped in turn ${result.turns}: ${turn.message}`);
    }
  }
  return result;
}

/** Why reading ends before the next task; `filled` if it does not. */
function endOf(
  { passes, steps }: ReadingResult,
  isRead: boolean,
  { files, maxSteps }: ReadFolderOptions,
): ReadingResult['ended'] {
  if (isRead && (files.length === 0 || passes >= maxPasses)) return 'nothing-left';
  return steps >= maxSteps ? 'step-limit' : 'filled';
}

function emptyResult(state: ContextState): ReadingResult {
  return {
    turns: 0,
    steps: 0,
    messages: 0,
    historyTokens: 0,
    largestRequestTokens: 0,
    compactions: 0,
    passes: 1,
    ended: 'filled',
    state,
  };
}

function describeCall(name: string, input: unknown): string {
  const values = typeof input === 'object' && input !== null ? Object.values(input) : [];
  return [name, ...values.map(String)].join(' ');
}
