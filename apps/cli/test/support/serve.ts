import { type RunningCli, startCli } from './spawn-cli.js';

export interface Served extends RunningCli {
  url: string;
  /** The key of the first start. */
  adminKey: string | undefined;
  call(route: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Starts the built server in a folder; resolves when it says that it is ready. */
export async function serve(
  cwd: string,
  {
    args = [],
    key,
    environment = {},
  }: { args?: string[]; key?: string; environment?: object } = {},
): Promise<Served> {
  const running = startCli(['serve', '--port', '0', '--json', ...args], {
    cwd,
    open: true,
    environment: { EVERLONG_LOG_LEVEL: 'error', ...environment },
  });
  const line = await firstLine(running);
  const { url, adminKey } = JSON.parse(line) as { url: string; adminKey?: string };
  const used = key ?? adminKey;
  return {
    ...running,
    url,
    adminKey,
    call(route, body, headers = {}) {
      const [method = 'GET', path = '/'] = route.split(' ');
      return fetch(url + path, {
        method,
        headers: {
          ...(used === undefined ? {} : { authorization: `Bearer ${used}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    },
  };
}

function firstLine({ child, result }: RunningCli): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (data) => {
      text += String(data);
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    void result.then(({ code, stderr }) => {
      reject(new Error(`The server ended with ${code} before it was ready: ${stderr}`));
    });
  });
}
