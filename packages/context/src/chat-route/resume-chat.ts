import { activeAnswer } from './active-answers.js';
import { isAnswerSigned } from './answer-signs.js';
import { type ChatSdk, loadChatSdk } from './chat-sdk.js';
import { checkSessionPlace } from '../config/check-parts.js';
import type { SessionPlace } from '../session-work/session-home.js';

/** The answer was ended, there was none, or another process is making it. */
export type StopOutcome = 'stopped' | 'none' | 'elsewhere';

const ELSEWHERE =
  'Another process is making the answer of this session, and only that one can stream it. Send ' +
  'the requests of a session to one process, or load its messages again in a while.';

/**
 * The answer that is being made in a session, from its beginning on, for a page that was
 * reloaded (`useChat({ resume: true })`, whose route is `GET …/[id]/stream`); 204 where there is none,
 * 409 where another process is making it. A session that is not open is given as `{ store, id }`.
 */
export async function resumeChat(options: {
  session: SessionPlace;
  sdk?: object;
}): Promise<Response> {
  checkSessionPlace('resumeChat', options);
  const { session, sdk } = options;
  const answer = activeAnswer(session);
  if (answer === undefined) {
    return (await isAnswerSigned(session))
      ? new Response(ELSEWHERE, { status: 409 })
      : new Response(null, { status: 204 });
  }
  const { createUIMessageStreamResponse } = (sdk as ChatSdk | undefined) ?? (await loadChatSdk());
  return createUIMessageStreamResponse({ stream: answer.subscribe() as ReadableStream<never> });
}

/**
 * Ends the answer that is being made in a session, for a page's stop button; what was said stays.
 * Answers of other processes are not ended. A session that is not open is given as `{ store, id }`.
 */
export async function stopChat(options: { session: SessionPlace }): Promise<StopOutcome> {
  checkSessionPlace('stopChat', options);
  const { session } = options;
  const answer = activeAnswer(session);
  if (answer === undefined) return (await isAnswerSigned(session)) ? 'elsewhere' : 'none';
  answer.stop();
  await answer.done;
  return 'stopped';
}
