/** Runs tasks of one name one after the other; resolves or rejects as the task does. */
export type InTurn = <Result>(name: string, task: () => Promise<Result>) => Promise<Result>;

/** Turns of their own: tasks of other turns with the same names do not wait for these. */
export function createTurns(): InTurn {
  const running = new Map<string, Promise<unknown>>();
  return async (name, task) => {
    const before = running.get(name) ?? Promise.resolve();
    const result = before.then(task);
    const settled = result.catch(() => {});
    running.set(name, settled);
    try {
      return await result;
    } finally {
      if (running.get(name) === settled) running.delete(name);
    }
  };
}

/** The turns of this process, shared by all callers. */
export const inTurn: InTurn = createTurns();
