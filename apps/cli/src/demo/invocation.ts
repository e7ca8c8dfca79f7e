import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * How to call this command line from a folder: by its name when it was installed, by the script of
 * the checkout that it was built in, else by its path.
 */
export function invocation(folder: string, calledAs: string | undefined): string {
  if (calledAs !== undefined && /[/\\]everlong$/.test(calledAs)) return 'everlong';
  const checkout = findCheckout(dirname(fileURLToPath(import.meta.url)));
  if (checkout !== undefined && relative(checkout, folder) === '') return 'npm run -s everlong --';
  return `node ${calledAs ?? 'everlong'}`;
}

/** The folder above whose package has a script called everlong. */
function findCheckout(start: string): string | undefined {
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as {
      scripts?: { everlong?: string };
    };
    if (scripts?.everlong !== undefined) return folder;
  }
  return undefined;
}
