/** The files that running a shell command's scripts changes, as far as their text shows it. */
export interface Scripts {
  /** Notes the text of a file that may be run later. */
  written(path: string, text: string): void;
  /** The files that the scripts which a command runs open for writing, without repeats. */
  writtenBy(command: string): string[];
}

const MAX_LENGTH = 20_000;
const MAX_SCRIPTS = 50;
const file = String.raw`(["'\x60])([^"'\x60\n]{1,200})\1`;
const name = String.raw`([A-Za-z_]\w{0,40})`;
const opened = String.raw`\bopen\(\s*`;
const forWriting = String.raw`\s*,\s*(?:mode\s*=\s*)?["'][rbt]?[wax+][rbtwax+]{0,2}["']`;
/** What opens a file for writing: a quoted path, or the name of one. */
const direct = [
  new RegExp(opened + file + forWriting, 'g'),
  new RegExp(String.raw`\bPath\(\s*${file}\s*\)\.write_(?:text|bytes)\(`, 'g'),
  new RegExp(String.raw`\b(?:writeFile|writeFileSync|appendFile|appendFileSync)\(\s*${file}`, 'g'),
];
const byName = [
  new RegExp(opened + name + forWriting, 'g'),
  new RegExp(String.raw`\b${name}\.write_(?:text|bytes)\(`, 'g'),
  new RegExp(String.raw`\b(?:writeFile|writeFileSync|appendFile|appendFileSync)\(\s*${name}`, 'g'),
];
const assigned = new RegExp(
  String.raw`(?:^|\n)\s*(?:(?:const|let|var) )?${name}\s*=\s*(?:(?:pathlib\.)?Path\(\s*)?(["'\x60])([^"'\x60\n]{1,200})\2`,
  'g',
);

const runner = String.raw`(?:python[\d.]*|node|ruby|perl|bash|sh|zsh|tsx|ts-node|bun|deno run)`;
const document = /(?:^|\n)([^\n]*<<-?\s*['"]?(\w+)['"]?[^\n]*)\n([\s\S]*?)\n\s*\2(?=\n|$)/g;
const target = />{1,2} ?["']?([\w./~@+-]+)|\btee (?:-a )?["']?([\w./~@+-]+)/;
const runs = new RegExp(
  String.raw`(?:^|[\n;&|(]) *(?:[A-Z_]+=\S+ )*${runner}(?: -[\w=.]+)* ["']?([\w./~@+-]+)`,
  'g',
);
const readsDocument = new RegExp(String.raw`\b${runner}(?: -[\w=.]*)* *(?:- *)?<<`);
const inline = new RegExp(String.raw`\b${runner} -(?:c|e) (["'])([\s\S]*?)\1(?=\s|$|[;&|)])`, 'g');

/** Scripts that entries write and then run. Bounded; linear in the texts. */
export function createScripts(): Scripts {
  const writes = new Map<string, string[]>();

  function written(path: string, text: string): void {
    const key = withoutDot(path);
    writes.delete(key);
    writes.set(key, filesWritten(text));
    const [oldest] = writes.keys();
    if (writes.size > MAX_SCRIPTS && oldest !== undefined) writes.delete(oldest);
  }

  function writtenBy(command: string): string[] {
    const text = command.slice(0, MAX_LENGTH);
    const found: string[] = [];
    const shell = text.replace(document, (_, head: string, mark: string, body: string) => {
      const [, redirected, teed] = target.exec(head) ?? [];
      const path = redirected ?? teed;
      if (path !== undefined) written(path, body);
      else if (readsDocument.test(head)) found.push(...filesWritten(body));
      return `\n${head.replace(mark, '')}`;
    });
    for (const [, , body = ''] of shell.matchAll(inline)) found.push(...filesWritten(body));
    for (const [, path = ''] of shell.matchAll(runs)) {
      found.push(...(writes.get(withoutDot(path)) ?? []));
    }
    return [...new Set(found)];
  }

  return { written, writtenBy };
}

/** The files that a script opens for writing. */
function filesWritten(script: string): string[] {
  const text = script.slice(0, MAX_LENGTH);
  if (!/open\(|write/.test(text)) return [];
  const found = direct.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, , path = '']) => path),
  );
  const named = new Map(
    [...text.matchAll(assigned)].map(([, key = '', , path = '']) => [key, path]),
  );
  const through = byName.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, key = '']) => named.get(key) ?? []),
  );
  return [...found, ...through].filter((path) => /^[\w./~@+-]*[./][\w./~@+-]*$/.test(path));
}

function withoutDot(path: string): string {
  return path.replace(/^\.\//, '');
}
