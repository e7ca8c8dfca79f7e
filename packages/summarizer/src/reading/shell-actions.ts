/** What a shell command does to a file, as far as its text shows it. */
export interface ShellAction {
  verb: 'read' | 'edited' | 'written' | 'deleted';
  path: string;
  /** Whether it read a part of the file, or wrote what the command's text does not show. */
  partial: boolean;
}

const MAX_LENGTH = 20_000;
const path = String.raw`["']?([\w./~@+-]*[\w~])["']?`;
const end = String.raw` *(?=$|\n|[;&|)])`;
const command = String.raw`(?:^|[\n;&|(]) *(?:sudo )?`;

interface Pattern {
  pattern: RegExp;
  verb: ShellAction['verb'];
  partial: boolean;
}

const patterns: readonly Pattern[] = [
  {
    pattern: /(?<![<>\d&=-])> ?["']?([\w./~@+-]*[\w~])["']? *<</g,
    verb: 'written',
    partial: false,
  },
  {
    pattern: rule(String.raw`(?<![<>\d&=-])>{1,2} ?${path}(?![\w./~@+-]| *<<)`),
    verb: 'written',
    partial: true,
  },
  { pattern: rule(String.raw`\btee (?:-a )?${path}`), verb: 'written', partial: true },
  {
    pattern: rule(String.raw`\bsed -i[^\n|;&]{0,400}? ${path}${end}`),
    verb: 'edited',
    partial: true,
  },
  { pattern: rule(String.raw`\brm (?:-\w+ )*${path}`), verb: 'deleted', partial: false },
  { pattern: rule(String.raw`\bgit (?:mv|rm) (?:-\w+ )*${path}`), verb: 'deleted', partial: false },
  { pattern: rule(String.raw`${command}mv (?:-\w+ )*${path} `), verb: 'deleted', partial: false },
  {
    pattern: rule(
      String.raw`${command}(?:git )?(?:mv|cp) (?:-\w+ )*["']?[\w./~@+-]+["']? ${path}${end}`,
    ),
    verb: 'written',
    partial: true,
  },
  {
    pattern: rule(String.raw`\bgit (?:checkout|restore)(?: \w+)? -- ${path}`),
    verb: 'edited',
    partial: true,
  },
  {
    pattern: rule(String.raw`${command}(?:cat|bat|less|nl)(?: -\w+)* ${path}${end}`),
    verb: 'read',
    partial: false,
  },
  {
    pattern: rule(
      String.raw`${command}(?:(?:head|tail)(?: -\w+(?: \d+)?)*|sed -n ["']?[\d,$]+p["']?) ${path}`,
    ),
    verb: 'read',
    partial: true,
  },
];

function rule(source: string): RegExp {
  return new RegExp(source, 'gm');
}

/**
 * The files that a command reads with `cat`, `head`, `sed -n` and similar, writes by redirection,
 * `tee` or `cp`, edits with `sed -i`, and deletes or moves. Only paths with a dot or a slash count;
 * here-documents are not read.
 */
export function shellActions(commandText: string): ShellAction[] {
  const text = commandText.slice(0, MAX_LENGTH).replace(hereDocument, '$1');
  return patterns.flatMap(({ pattern, verb, partial }) =>
    [...text.matchAll(pattern)].flatMap(([, target = '']) =>
      /[./]/.test(target) && !target.startsWith('/dev/') && !/^\.+$/.test(target)
        ? [{ verb, path: target, partial }]
        : [],
    ),
  );
}

const hereDocument = /(<<-?\s*['"]?(\w+)['"]?[^\n]*)\n[\s\S]*?\n\s*\2(?=\n|$)/g;

/** The commands of fenced shell blocks, by which agents without tools act. */
export function fencedCommands(text: string): string[] {
  return [...text.slice(0, MAX_LENGTH).matchAll(/^```(?:bash|sh|shell|zsh)\n([\s\S]*?)^```/gm)].map(
    ([, commands = '']) => commands.trim(),
  );
}

const replaceBlock =
  /^[ \t]*["'`*]{0,2}([\w./~@+ -]{1,200}\.\w{1,10})["'`*:]{0,3}\n(?:```\w*\n)?<{5,9} SEARCH\n(={5,9}$)?/gm;

/**
 * The files that the search-and-replace blocks of a text change; an empty search creates a file.
 */
export function blockEdits(text: string): ShellAction[] {
  if (!text.includes('<<<<< SEARCH')) return [];
  return [...text.matchAll(replaceBlock)].map(([, target = '', isNew]) => ({
    verb: isNew === undefined ? 'edited' : 'written',
    path: target.trim(),
    partial: isNew === undefined,
  }));
}
