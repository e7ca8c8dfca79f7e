import { isUtf8 } from 'node:buffer';
import { type Command, Option } from 'commander';
import { definedFields } from '@everlong/core/internal';
import type { Chat } from '../chat/chat.js';
import { showCompaction, showWarnings } from '../chat/show-warnings.js';
import { errorText } from '../errors/error-text.js';
import { exitCodeOf, exitCodes, notUtf8, usageError } from '../errors/exit-code.js';
import { oneLine } from '../output/plain-text.js';
import type { InputStream } from '../output/terminal.js';
import { resolvePath } from '../setup/resolve-path.js';
import type { CommandContext } from '../command-line/command-context.js';
import { wholeNumber } from '../command-line/number-option.js';
import { checkPolicy, keepOption } from '../command-line/policy-option.js';
import {
  addStoreOptions,
  sessionChooser,
  storeLocation,
  type StoreFlags,
} from '../command-line/store-options.js';

const settling = 'Writing a summary. Press Ctrl-C to leave it to the next chat.';

interface ChatFlags extends StoreFlags {
  prompt?: string;
  image?: string[];
  session?: string;
  continue?: boolean;
  new?: boolean;
  interactive?: boolean;
  model?: string;
  baseUrl?: string;
  window?: number;
  policy?: string;
  keep?: string;
  maxSteps?: number;
  agentsDir?: string;
  output: 'text' | 'json' | 'stream-json';
}

export function addChatCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('chat')
    .summary('talk to a model in a session that never outgrows its window')
    .description(
      'Talks to a model. Every message is stored; each request is made to fit the window. With -p, ' +
        'or with a prompt on stdin, answers once; otherwise reads one message per line. A continued ' +
        'session keeps its model, base URL, window, policy and --keep.',
    )
    .argument(
      '[agent|file]',
      'the agent that agents/<agent>.yaml describes, or a recorded conversation to continue',
    )
    .option('-p, --prompt <text>', 'answer this prompt and exit; - reads it from stdin')
    .option('--image <file...>', 'send images with the first message: PNG, JPEG, GIF or WebP')
    .addOption(
      new Option('-s, --session <id>', 'continue this session (an id or its prefix)').conflicts([
        'continue',
        'new',
      ]),
    )
    .addOption(
      new Option('-c, --continue', 'continue the newest session, of the agent if named').conflicts(
        'new',
      ),
    )
    .option('--new', 'start a new session (the default)')
    .option('-i, --interactive', 'read one message per line even if stdin is no terminal')
    .option('-m, --model <provider/name>', 'anthropic/…, openai/…, google/…, openai-compatible/…')
    .option('--base-url <url>', 'base URL of the API; required for openai-compatible')
    .option('--window <tokens>', "the model's context window", wholeNumber(256))
    .option('--policy <name>', 'the policy that keeps the context small')
    .addOption(keepOption())
    .option('--max-steps <count>', 'the most model calls per message (15)', wholeNumber(1))
    .option('--agents-dir <path>', 'another folder of agent files')
    .addOption(
      new Option('--output <kind>', 'what -p prints')
        .choices(['text', 'json', 'stream-json'])
        .default('text'),
    );
  addStoreOptions(command)
    .addHelpText(
      'after',
      `
Keys: ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY; for a
server of your own OPENAI_COMPATIBLE_API_KEY, if it asks for a key.

Examples:
  everlong chat --model openai/gpt-6.1-sol
  everlong chat -m openai-compatible/qwen3 --base-url http://localhost:11434/v1
  everlong chat coder --continue
  everlong chat session.jsonl
  everlong chat -p "What is wrong here?" --image screen.png
  git diff | everlong chat -p - -m anthropic/claude-sonnet-5-5 --output json`,
    )
    .action((agent: string | undefined, flags: ChatFlags) => chat(agent, flags, context));
}

/** Continues a session as `everlong chat --session` does. */
export function continueSession(
  session: string,
  flags: StoreFlags,
  context: CommandContext,
): Promise<void> {
  const { store, dir } = flags;
  return chat(undefined, { session, output: 'text', ...definedFields({ store, dir }) }, context);
}

async function chat(
  agentName: string | undefined,
  flags: ChatFlags,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const session = await sessionInFile(agentName, flags, context);
  if (session !== undefined) {
    await chat(undefined, { ...flags, session }, context);
    return;
  }
  const prompt = await readPrompt(flags, context.stdin);
  if (prompt === undefined && flags.output !== 'text') {
    throw usageError(`--output ${flags.output} needs a prompt: pass -p.`);
  }
  try {
    await checkPolicy(flags.policy);
    const opened = await open(agentName, flags, context);
    try {
      showWarnings(opened, terminal);
      for (const file of flags.image ?? []) await opened.attach(file);
      if (prompt === undefined) {
        const { runInteractiveChat } = await import('../interactive/interactive-chat.js');
        context.exitCode = await runInteractiveChat(opened, context);
      } else {
        const { runSingleTurn } = await import('../chat/single-turn.js');
        context.exitCode = await runSingleTurn(opened, prompt, flags.output, context);
      }
      if (context.exitCode === exitCodes.ok) {
        await opened.settle(() => terminal.live(settling));
        terminal.clearLive();
      }
      showCompaction(opened, terminal);
    } finally {
      await opened.close();
      showWarnings(opened, terminal);
    }
  } catch (error) {
    if (flags.output !== 'text') {
      const { redactSecrets } = await import('@everlong/redaction');
      // Commander's own errors begin with `error:`, which the field says already.
      const message = redactSecrets(errorText(error)).replace(/^error: /, '');
      terminal.json({ type: 'error', exitCode: exitCodeOf(error), message });
    }
    throw error;
  }
}

/** Imports the file that stands in the place of an agent or a session; its session's id. */
async function sessionInFile(
  agentName: string | undefined,
  flags: ChatFlags,
  context: CommandContext,
): Promise<string | undefined> {
  const name = agentName ?? flags.session;
  if (name === undefined) return undefined;
  const { chooseIn, fileNamed, importFile } = await import('../recordings/file-store.js');
  const path = await fileNamed(resolvePath(name, context));
  if (path === undefined) return undefined;
  const { openStore } = await import('../files/session-store.js');
  const store = await openStore(await storeLocation(flags, context));
  const { terminal } = context;
  try {
    const sessions = await importFile(store, path, (text) => terminal.note(`warning: ${text}`));
    const { id, title } = await chooseIn(sessions, name, await sessionChooser(context));
    terminal.note(`Continues session ${id}${title === undefined ? '' : ` (${oneLine(title)})`}.`);
    return id;
  } finally {
    await store.close();
  }
}

async function open(
  agentName: string | undefined,
  flags: ChatFlags,
  context: CommandContext,
): Promise<Chat> {
  const { environment, cwd, terminal } = context;
  const { openChat } = await import('../chat/open-chat.js');
  const { usualFolder } = await import('../setup/agent-file.js');
  const { showModelWarnings } = await import('../chat/model-warnings.js');
  showModelWarnings(terminal);
  const choose = await sessionChooser(context);
  return openChat({
    agentFolders: {
      cwd,
      folders: [usualFolder, ...(flags.agentsDir === undefined ? [] : [flags.agentsDir])],
    },
    flags: {
      ...definedFields({
        model: flags.model,
        base_url: flags.baseUrl,
        'context.window': flags.window,
        'context.policy': flags.policy,
        'context.keep': flags.keep,
        max_steps: flags.maxSteps,
      }),
    },
    location: await storeLocation(flags, context),
    start: startOf(flags),
    environment,
    ...definedFields({ agentName, choose }),
  });
}

function startOf(flags: ChatFlags): { session: string } | 'continue' | 'new' {
  if (flags.session !== undefined) return { session: flags.session };
  return flags.continue === true ? 'continue' : 'new';
}

/** The prompt to answer once; `undefined` for an interactive chat. */
async function readPrompt(
  { prompt, interactive }: ChatFlags,
  stdin: InputStream,
): Promise<string | undefined> {
  if (prompt !== undefined && prompt !== '-') return nonEmpty(prompt);
  if (prompt === undefined && (interactive === true || stdin.isTTY === true)) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array | string));
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw notUtf8('The prompt');
  return nonEmpty(bytes.toString('utf8'));
}

function nonEmpty(prompt: string): string {
  if (prompt.trim() !== '') return prompt;
  throw usageError('The prompt is empty. Pass it with -p or pipe it into stdin.');
}
