/** What a shell command does to a file, as far as its text shows it. */
export interface ShellAction {
  verb: 'read' | 'edited' | 'written' | 'deleted' | 'restored';
  /** `.` where all files were restored. */
  path: string;
  /** Whether it read a part of the file, or wrote what the command's text does not show. */
  partial: boolean;
  /** Whether more of the command follows: then a failure may be that of the rest. */
  followed: boolean;
  /** What `sed` replaces, and by what, as its script says it. */
  replaced?: { before: string; after: string };
}

const MAX_LENGTH = 20_000;
const onePath = String.raw`["']?([\w./~@+-]*[\w~])["']?`;
const paths = String.raw`([^\n;&|<>()]+)`;
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
    pattern: rule(String.raw`(?<![<>\d&=-])>{1,2} ?${onePath}(?![\w./~@+-]| *<<)`),
    verb: 'written',
    partial: true,
  },
  { pattern: rule(String.raw`\btee (?:-a )?${onePath}`), verb: 'written', partial: true },
  {
    pattern: rule(String.raw`\bsed -i[^\n|;&]{0,400}? ${onePath}${end}`),
    verb: 'edited',
    partial: true,
  },
  {
    pattern: rule(
      String.raw`\bperl -\w*i\w*(?: -\w+)* (?:'[^'\n]{0,400}'|"[^"\n]{0,400}") ${onePath}${end}`,
    ),
    verb: 'edited',
    partial: true,
  },
  {
    pattern: rule(String.raw`${command}patch (?:-\w+ )*${onePath}`),
    verb: 'edited',
    partial: true,
  },
  { pattern: rule(String.raw`${command}(?:git )?rm ${paths}`), verb: 'deleted', partial: false },
  { pattern: rule(String.raw`\bgit mv (?:-\w+ )*${onePath}`), verb: 'deleted', partial: false },
  {
    pattern: rule(String.raw`${command}mv (?:-\w+ )*${onePath} `),
    verb: 'deleted',
    partial: false,
  },
  {
    pattern: rule(
      String.raw`${command}(?:git )?(?:mv|cp) (?:-\w+ )*["']?[\w./~@+-]+["']? ${onePath}${end}`,
    ),
    verb: 'written',
    partial: true,
  },
  {
    pattern: rule(
      String.raw`\bgit (?:checkout(?: [\w~^/.-]+)? --|checkout(?! -[bB]\b| --)(?= [^\n;&|]*\.(?:[a-z]\w{0,9})?["']? *(?:$|[;&|\n]))|restore(?! [^\n;&|]*(?:--staged|-S\b))(?: (?:-\w+|--[\w=~^/-]+))*) ${paths}`,
    ),
    verb: 'restored',
    partial: true,
  },
  {
    pattern: rule(
      String.raw`\bgit (?:reset --hard\b(?! \w)|stash(?= *(?:push\b|save\b|-|$|[;&|\n])))()`,
    ),
    verb: 'restored',
    partial: true,
  },
  {
    pattern: rule(String.raw`${command}(?:cat|bat|less|nl)(?: -\w+)* ${onePath}${end}`),
    verb: 'read',
    partial: false,
  },
  {
    pattern: rule(
      String.raw`${command}(?:(?:head|tail)(?: -\w+(?: \d+)?)*|sed -n ["']?[\d,$]+p["']?) ${onePath}`,
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
 * `tee` or `cp`, edits with `sed -i`, `perl -i` or `patch`, deletes or moves, and restores with
 * `git checkout`, `git restore`, `git stash` or `git reset --hard`, in order. Only paths with a dot
 * or a slash count; here-documents are not read.
 */
export function shellActions(commandText: string): ShellAction[] {
  const text = commandText.slice(0, MAX_LENGTH).replace(hereDocument, '$1');
  const found = patterns.flatMap(({ pattern, verb, partial }) =>
    [...text.matchAll(pattern)].map((match) => ({ match, verb, partial })),
  );
  return found
    .toSorted((left, right) => left.match.index - right.match.index)
    .flatMap(({ match: { 0: all, 1: targets = '', index }, verb, partial }) => {
      const rest = text.slice(index + all.length);
      // What was put aside comes back.
      if (verb === 'restored' && /\bgit stash (?:pop|apply)\b/.test(rest)) return [];
      const followed = /(?:&&|\|\||;|\n)\s*[^\s)}]/.test(rest);
      const replaced = verb === 'edited' ? replacedBy(all) : undefined;
      return pathsIn(targets, verb).map((path) => ({
        verb,
        path,
        partial,
        followed,
        ...(replaced === undefined ? {} : { replaced }),
      }));
    });
}

/**
 * The first `s/old/new/` of a `sed` script, with any of the usual signs between. Behind a letter, the
 * `s` is the end of a folder's name.
 */
const substitution =
  /\bsed -i[^\n]{0,80}?(?<![A-Za-z_.-])s([/|#,@])((?:\\.|(?!\1)[^\\\n]){1,200})\1((?:\\.|(?!\1)[^\\\n]){0,200})\1/;

function replacedBy(text: string): ShellAction['replaced'] {
  const [, , before, after] = substitution.exec(text) ?? [];
  return before === undefined || after === undefined
    ? undefined
    : { before: before.trim(), after: after.trim() };
}

function pathsIn(targets: string, verb: ShellAction['verb']): string[] {
  const named = targets
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/^["']|["']$/g, ''));
  if (verb === 'restored' && named.every((word) => word === '' || word === '.')) return ['.'];
  return named.filter(
    (path) =>
      /^[\w./~@+][\w./~@+=-]*$/.test(path) &&
      /[./]/.test(path) &&
      /[\w~]$/.test(path) &&
      !path.startsWith('/dev/'),
  );
}

const hereDocument = /(<<-?\s*['"]?(\w+)['"]?[^\n]*)\n[\s\S]*?\n\s*\2(?=\n|$)/g;

/** The commands of fenced shell blocks, by which agents without tools act. */
export function fencedCommands(text: string): string[] {
  return [
    ...text
      .slice(0, MAX_LENGTH)
      .matchAll(/^```(?:bash|sh|shell|zsh|mswea_bash_command)\n([\s\S]*?)^```/gm),
  ].map(([, commands = '']) => commands.trim());
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
    followed: false,
  }));
}
