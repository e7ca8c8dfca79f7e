// A route for useChat, as in Next's app/api/chat/[id]/route.ts: regenerate, edit, stop, reload,
// tabs.
import { openai } from '@ai-sdk/openai';
import { openSession, type Session } from '@everlong/context';
import { createHistoryTools, handleChat, resumeChat, toUIMessages } from '@everlong/context/ai-sdk';
import type { UIMessage } from 'ai';
import { createMemoryStore } from '@everlong/core'; // createSqliteStore({ path }) to keep what is said

const store = createMemoryStore();
const model = 'gpt-5.6-luna';

const open = (id: string): Promise<Session> =>
  openSession({ store, id, model, contextWindow: 8000 }); // a small window, to see it compact

/** What useChat posts: its messages, and what the user did. */
export async function POST(request: Request, id: string): Promise<Response> {
  const session = await open(id);
  return handleChat({
    session,
    model: openai.chat(model),
    body: await request.json(),
    instructions: 'Be brief.',
    tools: createHistoryTools({ session }), // the model looks up what a request no longer holds
    abortSignal: request.signal, // who leaves the page stops the answer; without it, it goes on
    // background: waitUntil, where the platform ends a function with its response
  });
}

/** For useChat({ resume: true }): an answer that is being made. */
export async function GET(_request: Request, id: string): Promise<Response> {
  return resumeChat({ session: await open(id) });
}

/** For the page: useChat({ id, messages: await loadMessages(id) }). */
export async function loadMessages(id: string): Promise<UIMessage[]> {
  return toUIMessages<UIMessage>(await open(id));
}
