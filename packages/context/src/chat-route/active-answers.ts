import { announceCompactions } from './announce-compactions.js';
import { signAnswer } from './answer-signs.js';
import type { UiChunk } from './chat-sdk.js';
import type { Session } from '../session-work/session.js';
import { sessionKey, type SessionPlace } from '../session-work/session-home.js';

/** An answer that is being made, for as many readers as come. */
export interface ActiveAnswer {
  /** All chunks from the first on, and those that come. */
  subscribe(): ReadableStream<UiChunk>;
  /** Ends it: what was said so far is kept. */
  stop(): void;
  /** Resolves once it is over, whatever became of it. */
  readonly done: Promise<void>;
}

const active = new Map<string, ActiveAnswer>();

/** The answer that is being made in a session, in this process. */
export function activeAnswer(session: SessionPlace): ActiveAnswer | undefined {
  return active.get(sessionKey(session));
}

/**
 * Reads a stream to its end, whether anybody listens or not, and reports compactions between its
 * chunks. `errorText` says of an error that ends the stream what a page may know.
 */
export async function startAnswer(
  session: Session,
  stream: ReadableStream<UiChunk>,
  { stop, errorText }: { stop: () => void; errorText: (error: unknown) => string },
): Promise<ActiveAnswer> {
  const signEnd = await signAnswer(session);
  const key = sessionKey(session);
  const chunks: UiChunk[] = [];
  const state = { isOver: false };
  let wake = Promise.withResolvers<void>();

  const add = (chunk: UiChunk): void => {
    chunks.push(chunk);
    wake.resolve();
    wake = Promise.withResolvers();
  };
  const announcer = announceCompactions(session, add);
  const addAnnounced = (chunk: UiChunk): void => {
    announcer.comes(chunk);
    add(chunk);
    announcer.passed();
  };

  async function readAll(): Promise<void> {
    try {
      for await (const chunk of stream) addAnnounced(chunk);
    } catch (error) {
      addAnnounced({ type: 'error', errorText: errorText(error) });
    } finally {
      announcer.end();
      state.isOver = true;
      wake.resolve();
      await signEnd();
      if (active.get(key) === answer) active.delete(key);
    }
  }

  const answer: ActiveAnswer = {
    subscribe() {
      let next = 0;
      return new ReadableStream<UiChunk>({
        async pull(controller) {
          while (next >= chunks.length && !state.isOver) await wake.promise;
          const chunk = chunks[next++];
          if (chunk === undefined) controller.close();
          else controller.enqueue(chunk);
        },
      });
    },
    stop,
    done: Promise.resolve(),
  };
  active.set(key, answer);
  return Object.assign(answer, { done: readAll() });
}
