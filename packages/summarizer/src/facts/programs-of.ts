/** Programs of which one run says nothing about another. */
const general = new Set(
  (
    'awk bash cat cd cp curl echo env exec export find git grep head jq less ls mkdir mv node npx ' +
    'printf python python3 rg rm ruby sed set sh sleep source sudo tail tee test timeout touch tsx wc ' +
    'wget which xargs zsh'
  ).split(' '),
);
/** Programs whose first argument selects what they do. */
const withTask =
  /^(?:bun|bundle|cargo|deno|docker|dotnet|gh|git|go|kubectl|make|mix|npm|npx|pip3?|pnpm|poetry|rails|terraform|uv|yarn)$/;
const MAX_LENGTH = 2_000;

/**
 * The programs that a command runs, each with its task where it has one: `git commit`, `npm run
 * lint`, `pytest`. Programs of which one run says nothing about another are left out: `cat`,
 * `grep`, `node`.
 */
export function programsOf(command: string): string[] {
  const programs = command
    .slice(0, MAX_LENGTH)
    .replace(/'[^']*'|"[^"]*"/g, 'quoted')
    .split(/&&|\|\||[;|\n(){}]/)
    .map((part) => programOf(part.trim().split(/\s+/)))
    .filter((program) => program !== '' && !general.has(program));
  return [...new Set(programs)];
}

/** Whether programs include all that a command runs, of which there are some. */
export function runsAll(programs: readonly string[], command: string): boolean {
  if (programs.length === 0) return false;
  const needed = programsOf(command);
  return needed.length > 0 && needed.every((program) => programs.includes(program));
}

function programOf(words: readonly string[]): string {
  const start = words.findIndex(
    (word) => !/^\w+=/.test(word) && !/^(?:sudo|time|timeout|\d+s?)$/.test(word),
  );
  const [name = '', ...others] = words.slice(Math.max(0, start));
  const program = name.split('/').at(-1) ?? '';
  if (!/^[\w.-]+$/.test(program)) return '';
  if (!withTask.test(program)) return program;
  const tasks = others.filter((word) => /^[a-z][\w:-]*$/.test(word));
  const [task = ''] = tasks;
  return [
    program,
    ...(task === 'run' || task === 'exec' ? tasks.slice(0, 2) : tasks.slice(0, 1)),
  ].join(' ');
}
