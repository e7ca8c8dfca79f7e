/** Runs tasks of one name one after the other, in the order of calls; settles as the task does. */
export type InTurn = <Result>(name: string, task: () => Promise<Result>) => Promise<Result>;

/**
 * Turns of their own: tasks of other turns with the same names do not wait for these. A task that
 * fails does not stop those after it; one that waits for nobody starts at once.
 */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (name, task) => {
    const before = last.get(name);
    const turn = before === undefined ? task() : before.then(task, task);
    last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (last.get(name) === turn) last.delete(name);
    }
  };
}
