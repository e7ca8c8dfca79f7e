import { openSession } from '/work/h1/packages/context/dist/index.js';
import { createMemoryStore } from '/work/h1/packages/core/dist/index.js';
for (const model of [process.argv[2]]) {
  const s = await openSession({
    store: createMemoryStore(),
    model,
    contextWindow: 200000,
    policy: 'everlong',
  });
  const times = [];
  for (let t = 0; t < 1500; t++) {
    await s.append({ role: 'user', content: `q ${t} ` + 'some words here '.repeat(5) });
    const a = performance.now();
    await s.prepare({ instructions: 'x' });
    times.push(performance.now() - a);
    await s.append({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: '', providerOptions: { anthropic: { signature: 's' + t } } },
        { type: 'text', text: 'answer ' + 'words '.repeat(10) },
      ],
    });
  }
  const last = times.slice(-500).sort((a, b) => a - b);
  console.log(
    model,
    'p50',
    last[250].toFixed(2),
    'p99',
    last[494].toFixed(2),
    s.state().epoch,
    (await s.prepare()).messages.length,
  );
}
