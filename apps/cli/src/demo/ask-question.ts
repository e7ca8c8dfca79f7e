import {
  openSession,
  type PreparedRequest,
  type Session,
  type SessionOptions,
} from '@everlong/context';
import { createMemoryStore, messageText, type ModelMessage, type Store } from '@everlong/core';
import type { ToolSet } from 'ai';
import { runTurn } from '../chat/run-turn.js';
import type { TurnEvent } from '../chat/turn.js';
import type { ModelObject } from '../setup/model-provider.js';
import { questionText } from './answer-script.js';
import { chooseQuestion, type ChosenQuestion } from './choose-question.js';
import { scriptedModelName } from './scripted-model.js';

/** The most model calls that an answer may take. */
const maxLooks = 20;

export interface AskQuestionOptions {
  /** A store freshly opened from disk. */
  store: Store;
  sessionId: string;
  sessionOptions: Omit<SessionOptions, 'store' | 'id'>;
  model: ModelObject;
  instructions: string;
  createTools(session: Pick<Session, 'search' | 'expand'>, turnStart: () => number): ToolSet;
  createEntryId(): string;
  signal: AbortSignal;
  onQuestion(question: AskedQuestion): void;
  onEvent(event: TurnEvent): void;
  onAnswer(result: QuestionResult): void;
}

export interface AskedQuestion extends ChosenQuestion {
  text: string;
}

export interface QuestionResult extends AskedQuestion {
  answer: string;
  /** Whether the answer contains the exact value. */
  correct: boolean;
  searches: number;
  /** The entries that were opened, in order. */
  expanded: number[];
}

/**
 * Asks for an exact value that was read early on and is no longer in the request, so that it must
 * be found in the stored session. Resolves with `undefined` if nothing suitable was read.
 */
export async function askQuestion(
  options: AskQuestionOptions,
): Promise<QuestionResult | undefined> {
  const { store, sessionId, sessionOptions, onEvent } = options;
  const chosen = await chooseQuestion(store.read(sessionId), await previewRequestText(options));
  if (chosen === undefined) return undefined;
  const question: AskedQuestion = { ...chosen, text: questionText(chosen.target) };
  options.onQuestion(question);

  const session = await openSession({ ...sessionOptions, store, id: sessionId });
  const message: ModelMessage = { role: 'user', content: question.text };
  const [asked] = await session.append({ id: options.createEntryId(), message });
  let inRequest: boolean | undefined;
  let searches = 0;
  const expanded: number[] = [];
  const turn = await runTurn({
    ...options,
    session,
    tools: options.createTools(session, () => asked?.seq ?? Infinity),
    modelName: scriptedModelName,
    maxSteps: maxLooks,
    onEvent(event) {
      if (event.type === 'request') {
        inRequest ??= requestText(event.request).includes(question.value);
      }
      if (event.type === 'tool-call' && event.name === 'history_search') searches++;
      if (event.type === 'tool-call' && event.name === 'history_expand') {
        expanded.push(...(event.input as { entries: number[] }).entries);
      }
      onEvent(event);
    },
  });
  await session.close();
  const answer = turn.status === 'done' ? turn.text : '';
  const correct = answer.includes(question.value);
  const result = {
    ...question,
    inRequest: inRequest ?? false,
    answer,
    correct,
    searches,
    expanded,
  };
  options.onAnswer(result);
  return result;
}

/**
 * The text of the request that a question would be added to, prepared on an in-memory copy so that
 * the stored session is not changed.
 */
async function previewRequestText(options: AskQuestionOptions): Promise<string> {
  const { store, sessionId, sessionOptions, instructions, createTools } = options;
  const copy = createMemoryStore();
  const { agent } = await store.getSession(sessionId);
  await copy.createSession({ id: sessionId, agent });
  for await (const entry of store.read(sessionId)) await copy.append(sessionId, [entry]);
  for await (const record of store.readRecords(sessionId)) {
    await copy.appendRecord(sessionId, record);
  }
  const session = await openSession({ ...sessionOptions, store: copy, id: sessionId });
  await session.append({ role: 'user', content: 'A question about what was read early on.' });
  const request = await session.prepare({
    instructions,
    tools: createTools(session, () => Infinity),
  });
  return requestText(request);
}

/** Everything readable in a request. */
function requestText({ instructions, messages }: PreparedRequest): string {
  return [instructions, ...messages.map(messageText)].join('\n');
}
