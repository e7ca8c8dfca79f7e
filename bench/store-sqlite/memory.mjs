// Memory after many stores were opened, asked for a session and closed in one process, beside
// better-sqlite3 with the same statements and pragmas on the same file.
// Build the packages first, then: node bench/memory.mjs [cycles]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createSqliteStore } from '@everlong/store-sqlite';

const [cycles = '10000', variant, path] = process.argv.slice(2);
const SAMPLES = 10;

if (variant === undefined) compare();
else await measure();

function compare() {
  const directory = mkdtempSync(join(tmpdir(), 'everlong-bench-'));
  try {
    const run = (name) => {
      const file = fileURLToPath(import.meta.url);
      const args = ['--expose-gc', file, cycles, name, join(directory, 'store.db')];
      return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    };
    // The first run makes the file that both open.
    run('fill');
    const bare = run('bare');
    const store = run('store');
    process.stdout.write(
      `${cycles} cycles; resident memory in MB after each tenth, garbage collected
` +
        `better-sqlite3  ${bare.join(' ')}
` +
        `store           ${store.join(' ')}
` +
        `store / bare at the end: ${(store.at(-1) / bare.at(-1)).toFixed(3)}
`,
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure() {
  if (variant === 'fill') {
    const store = createSqliteStore({ path });
    await store.createSession({ id: 'one', agent: 'bench' });
    await store.append('one', [{ message: { role: 'user', content: 'Hello.' } }]);
    await store.close();
    process.stdout.write('[]');
    return;
  }
  const cycle = variant === 'bare' ? await bareCycle() : storeCycle;
  const residents = [];
  for (let done = 1; done <= Number(cycles); done++) {
    await cycle();
    if (done % Math.ceil(Number(cycles) / SAMPLES) > 0) continue;
    // Finalizers of native objects run in a later turn.
    for (let turn = 0; turn < 3; turn++) {
      globalThis.gc();
      await new Promise((resolve) => setImmediate(resolve));
    }
    residents.push(Math.round(process.memoryUsage().rss / 1e5) / 10);
  }
  process.stdout.write(JSON.stringify(residents));
}

async function storeCycle() {
  const store = createSqliteStore({ path });
  await store.getSession('one');
  await store.close();
}

/** What the store asks of better-sqlite3 in such a cycle, learned from one. */
async function bareCycle() {
  const Database = createRequire(import.meta.url)('better-sqlite3');
  const asked = await statementsOfStore(Database);
  return async () => {
    const database = new Database(path, { timeout: 15_000 });
    for (const pragma of asked.pragmas) database.pragma(pragma);
    const statements = asked.sql.map((sql) => database.prepare(sql));
    for (const { index, method, values } of asked.runs) statements[index][method](...values);
    database.close();
  };
}

async function statementsOfStore(Database) {
  const asked = { pragmas: [], sql: [], runs: [] };
  const { prepare, pragma } = Database.prototype;
  Database.prototype.pragma = function (source, ...rest) {
    asked.pragmas.push(source);
    return pragma.call(this, source, ...rest);
  };
  Database.prototype.prepare = function (sql) {
    const index = asked.sql.push(sql) - 1;
    const statement = prepare.call(this, sql);
    return new Proxy(statement, {
      get(target, method) {
        const value = Reflect.get(target, method, target);
        if (!['get', 'all', 'run'].includes(method)) return value;
        return (...values) => {
          asked.runs.push({ index, method, values });
          return value.apply(target, values);
        };
      },
    });
  };
  await storeCycle();
  Object.assign(Database.prototype, { prepare, pragma });
  return asked;
}
