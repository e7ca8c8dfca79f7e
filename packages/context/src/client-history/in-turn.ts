const running = new Map<string, Promise<unknown>>();

/** Runs tasks of one name one after the other, whoever asks for them in this process. */
export async function inTurn<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
  const before = running.get(name) ?? Promise.resolve();
  const result = before.then(task);
  const settled = result.catch(() => {});
  running.set(name, settled);
  try {
    return await result;
  } finally {
    if (running.get(name) === settled) running.delete(name);
  }
}
