/** What a shell command does to files, as far as its text shows it. */
export interface ShellChange {
  verb: 'edited' | 'written' | 'deleted';
  path: string;
}

const MAX_LENGTH = 20_000;
const path = String.raw`["']?([\w./~@+-]*[\w~])["']?`;
const changes: readonly [RegExp, ShellChange['verb']][] = [
  [new RegExp(String.raw`(?<![<>\d&=-])>{1,2} ?${path}`, 'g'), 'written'],
  [new RegExp(String.raw`\btee (?:-a )?${path}`, 'g'), 'written'],
  [new RegExp(String.raw`\bsed -i[^\n|;&]{0,400}? ${path} *(?=$|\n|[;&|])`, 'gm'), 'edited'],
  [new RegExp(String.raw`\brm (?:-\w+ )*${path}`, 'g'), 'deleted'],
];

/**
 * The files that a command writes by redirection or `tee`, edits with `sed -i` and deletes with
 * `rm`. Only paths with a dot or a slash count; the text of here-documents is not looked at.
 */
export function shellChanges(command: string): ShellChange[] {
  const text = command.slice(0, MAX_LENGTH).replace(hereDocument, '$1');
  return changes.flatMap(([pattern, verb]) =>
    [...text.matchAll(pattern)].flatMap(([, target = '']) =>
      /[./]/.test(target) && !target.startsWith('/dev/') ? [{ verb, path: target }] : [],
    ),
  );
}

const hereDocument = /(<<-?\s*['"]?(\w+)['"]?[^\n]*)\n[\s\S]*?\n\s*\2(?=\n|$)/g;

/** The commands of fenced shell blocks, the way of acting of agents that have no tools. */
export function fencedCommands(text: string): string[] {
  return [...text.slice(0, MAX_LENGTH).matchAll(/^```(?:bash|sh|shell|zsh)\n([\s\S]*?)^```/gm)].map(
    ([, command = '']) => command.trim(),
  );
}
