import { expect, onTestFinished } from 'vitest';
import {
  type OpenAiServer,
  type RecordedRequest,
  type Reply,
  startOpenAiServer,
} from './openai-server.js';
import { type CliResult, runCli } from './run-cli.js';
import { temporaryFolder } from './temporary-folder.js';

/** A folder, a server that plays the model, and the command line that talks to it. */
interface ChatSetup {
  cwd: string;
  server: OpenAiServer;
  /** `chat` with the model, the address and a window of 8,000 tokens. */
  args: string[];
  /** Runs `args` with more behind them. */
  chat(...more: string[]): Promise<CliResult>;
}

export async function setUpChat(
  reply: readonly Reply[] | ((request: RecordedRequest, index: number) => Reply),
): Promise<ChatSetup> {
  const cwd = temporaryFolder();
  const server = await startOpenAiServer(reply);
  onTestFinished(() => server.close());
  const args = ['chat', '--model', 'openai-compatible/test-model', '--base-url', server.url];
  args.push('--window', '8000');
  return { cwd, server, args, chat: (...more) => runCli([...args, ...more], { cwd }) };
}

/** The texts of a request's messages, by role. */
export function said({ body }: RecordedRequest, role: string): string[] {
  return body.messages
    .filter((message) => message.role === role)
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
}

/** The requests of turns, without those for summaries: these may be made whenever there is time. */
export function turnsOf({ requests }: Pick<OpenAiServer, 'requests'>): RecordedRequest[] {
  const isSummary =
    /^\[From the program that keeps this conversation|^<(?:note-so-far|transcript)>/;
  return requests.filter((request) => !isSummary.test(said(request, 'user').at(-1) ?? ''));
}

/** The only session of a folder, as Markdown. */
export async function exportOnly(cwd: string): Promise<string> {
  const listed = await runCli(['sessions', '--json'], { cwd });
  const [session, ...others] = JSON.parse(listed.stdout) as { id: string }[];
  expect(others).toEqual([]);
  const exported = await runCli(['sessions', '--export', session?.id ?? ''], { cwd });
  return exported.stdout;
}
