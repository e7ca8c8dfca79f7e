import { activeAnswer, answerKey } from './active-answers.js';
import { type ChatSdk, loadChatSdk } from './chat-sdk.js';

/**
 * The answer that is being made in a session, from its beginning on, for a page that was loaded
 * anew (`useChat({ resume: true })`, whose route is `GET …/[id]/stream`); 204 where there is none.
 * Knows the answers of this process only; `scope` is that of `handleChat`.
 */
export async function resumeChat({
  sessionId,
  scope,
  sdk,
}: {
  sessionId: string;
  scope?: string;
  sdk?: object;
}): Promise<Response> {
  const answer = activeAnswer(answerKey(sessionId, scope));
  if (answer === undefined) return new Response(null, { status: 204 });
  const { createUIMessageStreamResponse } = (sdk as ChatSdk | undefined) ?? (await loadChatSdk());
  return createUIMessageStreamResponse({ stream: answer.subscribe() as ReadableStream<never> });
}

/** Ends the answer that is being made in a session, for a page's stop button; what was said stays. */
export async function stopChat({
  sessionId,
  scope,
}: {
  sessionId: string;
  scope?: string;
}): Promise<boolean> {
  const answer = activeAnswer(answerKey(sessionId, scope));
  answer?.stop();
  await answer?.done;
  return answer !== undefined;
}
