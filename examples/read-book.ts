import { openSession, type Session, type SessionOptions } from '@everlong/context';

/** How long the user waits before stopping an answer. */
const STOP_AFTER_MS = 100;

/** Has the newest question answered, with as many calls of the model as it takes. */
type Answer = (session: Session, signal?: AbortSignal) => Promise<string>;

/**
 * A user of the loops, who asks about a book page by page, and has questions answered anew, edits
 * them, stops answers and comes back to the conversation later. `TURNS` in the environment says
 * how many pages. Returns the session and what the user sees of it in the end.
 */
export async function readBook(options: SessionOptions, answer: Answer) {
  let session = await openSession(options);
  const shown: string[] = [];
  const ask = async (question: string): Promise<number> => {
    const [entry] = await session.append({ role: 'user', content: question });
    shown.push(question, await answer(session));
    console.log(shown.at(-1));
    return entry?.seq ?? 0;
  };

  const turns = Number(process.env['TURNS'] ?? 5);
  for (let page = 1; page <= turns; page++) {
    const seq = await ask(`What is the shelf mark of page ${page}?`);
    if (page % 5 === 1) {
      await session.rewind(seq); // regenerate: the question stays, the answer is withdrawn
      shown.splice(-1, 1, await answer(session));
    } else if (page % 5 === 2) {
      await session.rewind(seq - 1); // edit: the question is withdrawn too, and asked otherwise
      shown.splice(-2);
      await ask(`On which shelf is page ${page}?`);
    } else if (page % 5 === 3) {
      const question = `Take your time with page ${page}.`;
      await session.append({ role: 'user', content: question });
      shown.push(question);
      await answer(session, AbortSignal.timeout(STOP_AFTER_MS)).catch(async () => {
        console.log('(stopped)');
        await session.recordUsage('unknown'); // it was billed, and nobody said how much
      });
    } else if (page % 5 === 4) {
      const { id } = session;
      await session.close(); // reload: another process may go on here
      session = await openSession({ ...options, id });
    }
  }
  return { session, shown };
}
