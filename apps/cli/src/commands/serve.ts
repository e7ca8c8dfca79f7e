import { type Command, Option } from 'commander';
import { untilEnded } from '../output/interrupts.js';
import type { CommandContext } from '../command-line/command-context.js';

interface ServeFlags {
  port?: string;
  host?: string;
  database?: string;
  config?: string;
  auth: boolean;
  json?: boolean;
}

export function addServeCommand(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .summary('serve sessions over HTTP and MCP')
    .description('Serves sessions over HTTP and MCP, until it is interrupted.')
    .option('--port <number>', 'where to listen; 0 for any free port (8787)')
    .option('--host <address>', 'on which address (127.0.0.1: this machine only)')
    .addOption(new Option('--store <kind>', 'how sessions are kept (sqlite)').choices(['sqlite']))
    .option('--database <url>', 'the SQLite file of the sessions (.everlong/sessions.db)')
    .option('--config <file>', 'YAML with settings: port, host, database_url, max_body_bytes, …')
    .option('--no-auth', 'DANGEROUS: whoever can connect may do everything; 127.0.0.1 only')
    .option('--json', 'print one line when ready: { url, adminKey? }')
    .addHelpText(
      'after',
      `
The first start prints a key for everything. Every setting can come from the environment:
EVERLONG_PORT, EVERLONG_HOST, EVERLONG_DATABASE_URL, EVERLONG_ADMIN_KEY and others, which
the server's README lists. Options win over the environment, the environment over --config.

Examples:
  everlong serve
  everlong serve --port 0 --json`,
    )
    .action((flags: ServeFlags) => serve(flags, context));
}

async function serve(flags: ServeFlags, context: CommandContext): Promise<void> {
  const { terminal, cwd, interrupts } = context;
  const [{ startServer }, { serveVariables }] = await Promise.all([
    import('@everlong/server-app'),
    import('../setup/serve-variables.js'),
  ]);
  const variables = await serveVariables(flags, context);
  const running = await startServer({ variables, cwd, withoutKeys: !flags.auth });
  const ended = untilEnded(interrupts);
  const { url, firstKey } = running;
  if (flags.json === true) {
    terminal.print(
      JSON.stringify({ url, ...(firstKey === undefined ? {} : { adminKey: firstKey }) }),
    );
  } else {
    for (const line of greeting(running, flags.auth)) terminal.print(line);
  }
  await ended;
  terminal.note('Ending: streams and requests in flight are finished first.');
  await running.close();
}

function greeting(
  { url, firstKey, database }: { url: string; firstKey?: string; database: string },
  withKeys: boolean,
): string[] {
  const key = firstKey ?? '$EVERLONG_KEY';
  const header = withKeys ? ` -H "Authorization: Bearer ${key}"` : '';
  const call = (path: string, body: string): string =>
    `  curl ${url}${path}${header} -H 'Content-Type: application/json' -d '${body}'`;
  const lines = [
    `everlong listens on ${url} (documentation: ${url}/docs)`,
    `Sessions: ${database}`,
  ];
  if (!withKeys) {
    lines.push(
      'WITHOUT KEYS: every program on this machine may read, change and delete everything.',
    );
  } else if (firstKey !== undefined) {
    lines.push(`Key for everything, shown this once: ${firstKey}`);
  } else {
    lines.push(
      'Another key, with one for everything in EVERLONG_KEY (lost: start with EVERLONG_ADMIN_KEY):',
      call('/v1/keys', '{"name":"another","scope":"write"}'),
    );
  }
  return [...lines, 'Begin a session:', call('/v1/sessions', '{"title":"First"}')];
}
