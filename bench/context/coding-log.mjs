// The log of a coding agent, as long as it is wanted: a question, a call, its result, an answer.
export function entry(seq) {
  const toolCallId = `call-${seq - (seq % 4)}`;
  switch (seq % 4) {
    case 0:
      return { role: 'user', content: `Please look at src/module-${seq}.ts and tell me about it.` };
    case 1: {
      const input = { path: `src/module-${seq}.ts`, from: seq % 100, to: (seq % 100) + 20 };
      const call = { type: 'tool-call', toolCallId, toolName: 'read_file', input };
      return { role: 'assistant', content: [{ type: 'text', text: 'Let me look.' }, call] };
    }
    case 2: {
      const value = `export function handler${seq}(request) {\n  return ${seq};\n}\n`.repeat(3);
      const output = { type: 'text', value };
      return {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId, toolName: 'read_file', output }],
      };
    }
    default:
      return { role: 'assistant', content: `It exports handler${seq}, which returns ${seq}.` };
  }
}

const BATCH = 5000;

/** A session of so many entries, as another program may have written it. */
export async function fill(store, id, count) {
  await store.createSession({ id, agent: 'bench' });
  for (let seq = 0; seq < count; seq += BATCH) {
    const size = Math.min(BATCH, count - seq);
    await store.append(
      id,
      Array.from({ length: size }, (_, index) => ({ message: entry(seq + index) })),
    );
  }
}

export async function timed(work) {
  const startedMs = performance.now();
  const result = await work();
  return { result, ms: performance.now() - startedMs };
}
