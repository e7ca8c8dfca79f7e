import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a session look as if it was not used since some day. */
export function age(cwd: string, agent: string, id: string, day: string): void {
  const folder = join(cwd, '.everlong', 'sessions', agent);
  for (const name of readdirSync(folder).filter((each) => each.startsWith(id))) {
    const file = join(folder, name);
    if (!name.endsWith('.jsonl')) rmSync(file, { recursive: true });
    else {
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replaceAll(/20\d\d-\d\d-\d\dT/g, `${day}T`));
      utimesSync(file, new Date(day), new Date(day));
    }
  }
}
