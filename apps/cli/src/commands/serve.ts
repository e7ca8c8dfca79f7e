import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { untilEnded } from '../output/interrupts.js';
import type { CommandContext } from '../command-line/command-context.js';
import { defaultDirectory } from '../setup/default-directory.js';

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
    .addOption(
      new Option('--port <number>', 'port to listen on; 0 for any free one (8787)').argParser(
        portNumber,
      ),
    )
    .option('--host <address>', 'address to listen on (127.0.0.1: this machine only)')
    .addOption(new Option('--store <kind>', 'how sessions are kept (sqlite)').choices(['sqlite']))
    .option('--database <url>', 'the SQLite file of the sessions (.everlong/sessions.db)')
    .option('--config <file>', 'YAML with settings: port, host, database_url, max_body_bytes, …')
    .option('--no-auth', 'DANGEROUS: anyone who can connect can do everything; 127.0.0.1 only')
    .option('--json', 'print one line when ready: { url, adminKey? }')
    .addHelpText(
      'after',
      `
The first start prints an admin key. Every setting has an environment variable:
EVERLONG_PORT, EVERLONG_HOST, EVERLONG_DATABASE_URL, EVERLONG_ADMIN_KEY and
others, listed in the server's README. Options override the environment, and the
environment overrides --config.

Examples:
  everlong serve
  everlong serve --port 0 --json`,
    )
    .action((flags: ServeFlags) => serve(flags, context));
}

function portNumber(text: string): string {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return text;
  throw new InvalidArgumentError('Give a whole number from 0 to 65535.');
}

async function serve(flags: ServeFlags, context: CommandContext): Promise<void> {
  const { terminal, cwd, interrupts } = context;
  const [{ startServer }, { serveVariables }] = await Promise.all([
    import('@everlong/server-app'),
    import('../setup/serve-variables.js'),
  ]);
  const settings = await serveVariables(flags, context);
  if (!settings.variables['EVERLONG_DATABASE_URL']) {
    const { makeDirectory } = await import('../files/session-store.js');
    // Where that is not possible, the server says so, and names its own options.
    await makeDirectory(resolve(cwd, defaultDirectory)).catch(() => {});
  }
  const running = await startServer({ ...settings, cwd, withoutKeys: !flags.auth });
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
  terminal.note(
    'Shutting down after the streams and requests in flight. Ctrl-C again stops at once.',
  );
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
      'NO AUTHENTICATION: every program on this machine can read, change and delete everything.',
    );
  } else if (firstKey !== undefined) {
    lines.push(`Admin key, shown only this once: ${firstKey}`);
  } else {
    lines.push(
      'To create another key, with an admin key in EVERLONG_KEY (lost? restart with a new one in EVERLONG_ADMIN_KEY):',
      call('/v1/keys', '{"name":"another","scope":"write"}'),
    );
  }
  return [...lines, 'Create a session:', call('/v1/sessions', '{"title":"First"}')];
}
