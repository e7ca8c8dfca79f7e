/** Runs the work of one key one after another, in the order of calls. */
export type Locks = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

export function createLocks(): Locks {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const turn = before === undefined ? work() : before.then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
