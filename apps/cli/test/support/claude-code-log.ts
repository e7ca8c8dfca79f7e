import { writeFileSync } from 'node:fs';
import { runCli } from './run-cli.js';

type Fields = Record<string, unknown>;

interface StoredEntry {
  seq: number;
  createdAt: string;
  message: { role: string; content: unknown };
  usage?: { inputTokens: number; outputTokens: number };
  metadata: Fields;
  withdrawn?: true;
}

/** A line of a Claude Code session, below the one before it unless it says otherwise. */
export function line(
  uuid: string,
  parentUuid: string | null,
  text: string,
  fields: Fields = {},
): Fields {
  const isAnswer = text.endsWith('.');
  const message = isAnswer
    ? {
        id: `m-${uuid}`,
        role: 'assistant',
        model: 'claude-opus-4-6',
        content: [{ type: 'text', text }],
      }
    : { role: 'user', content: text };
  return {
    type: isAnswer ? 'assistant' : 'user',
    uuid,
    parentUuid,
    message,
    sessionId: 'shop-session',
    cwd: '/home/u/shop',
    timestamp: `2026-01-05T10:00:0${uuid}.000Z`,
    ...fields,
  };
}

export function write(path: string, lines: readonly Fields[]): void {
  writeFileSync(path, lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

export async function entriesOf(cwd: string, id: string): Promise<StoredEntry[]> {
  const { stdout } = await runCli(['sessions', '--export', id, '--json'], { cwd });
  return stdout
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each) as StoredEntry);
}

export async function sessionsIn(cwd: string): Promise<Fields[]> {
  return JSON.parse((await runCli(['sessions', '--json'], { cwd })).stdout) as Fields[];
}

/** A session of two messages. */
export const question = [line('1', null, 'Which colour'), line('2', '1', 'It is red.')];
