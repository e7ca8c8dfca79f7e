import { mkdirSync, writeFileSync } from 'node:fs';

const RESULTS = new URL('./results/', import.meta.url);

/** Describes the page that a command writes. */
interface Result {
  title: string;
  /** Prints the same figures again. */
  command: string;
  text: string;
}

/** Writes the page `bench/results/<name>.md` anew. */
export function writeResult(
  name: string,
  { title, command, text }: Result,
  folder = RESULTS,
): void {
  mkdirSync(folder, { recursive: true });
  const head = `# ${title}\n\nWritten by \`${command}\`. [How it is measured](../README.md).\n\n`;
  writeFileSync(new URL(`${name}.md`, folder), `${head}${text}\n`);
}
