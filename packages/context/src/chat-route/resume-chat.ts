import { activeAnswer } from './active-answers.js';
import { type ChatSdk, loadChatSdk } from './chat-sdk.js';
import type { Session } from '../session-work/session.js';

/**
 * The answer that is being made in a session, from its beginning on, for a page that was loaded
 * anew (`useChat({ resume: true })`, whose route is `GET …/[id]/stream`); 204 where there is none.
 * Knows the answers of this process only.
 */
export async function resumeChat({
  session,
  sdk,
}: {
  session: Session;
  sdk?: object;
}): Promise<Response> {
  const answer = activeAnswer(session);
  if (answer === undefined) return new Response(null, { status: 204 });
  const { createUIMessageStreamResponse } = (sdk as ChatSdk | undefined) ?? (await loadChatSdk());
  return createUIMessageStreamResponse({ stream: answer.subscribe() as ReadableStream<never> });
}

/**
 * Ends the answer that is being made in a session, for a page's stop button; what was said stays.
 */
export async function stopChat({ session }: { session: Session }): Promise<boolean> {
  const answer = activeAnswer(session);
  answer?.stop();
  await answer?.done;
  return answer !== undefined;
}
