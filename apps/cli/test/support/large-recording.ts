import { closeSync, openSync, writeSync } from 'node:fs';
import { createRandom } from '@everlong/testing/random';

/** What a recording that was made holds. */
export interface LargeRecording {
  sessions: number;
  entries: number;
  /** Tokens of every response, each once. */
  inputTokens: number;
  outputTokens: number;
}

/** Programs whose recordings can be made: one that writes lines, and one that exports a list. */
export type RecordingKind = 'claude-code' | 'chatgpt';

/** Writes a recording of at least so many bytes: one session of Claude Code, or an export of ChatGPT. */
export function writeLargeRecording(
  path: string,
  kind: RecordingKind,
  minBytes: number,
): LargeRecording {
  const file = openSync(path, 'w');
  try {
    const write = (text: string): number => writeSync(file, text);
    return kind === 'claude-code' ? writeLines(write, minBytes) : writeExport(write, minBytes);
  } finally {
    closeSync(file);
  }
}

type Write = (text: string) => number;

/** Turns of a question, an answer in two lines with a call, and its result, as the program writes. */
function writeLines(write: Write, minBytes: number): LargeRecording {
  const say = createText();
  const made = { sessions: 1, entries: 0, inputTokens: 0, outputTokens: 0 };
  let parentUuid: string | null = null;
  let at = Date.UTC(2026, 0, 5);
  const line = (type: 'user' | 'assistant', message: object, more: object = {}): number => {
    const uuid = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
    const timestamp = new Date((at += 1000)).toISOString();
    const common = { parentUuid, isSidechain: false, cwd: '/home/me/shop', sessionId: 'large' };
    const bytes = write(
      `${JSON.stringify({ ...common, type, message, ...more, uuid, timestamp, version: '2.1.0' })}\n`,
    );
    parentUuid = uuid;
    return bytes;
  };
  for (let turn = 0, bytes = 0; bytes < minBytes; turn++) {
    const id = `msg_${turn}`;
    const usage = { input_tokens: 10 + (turn % 7), output_tokens: 20 };
    const answer = { id, role: 'assistant', model: 'claude-opus-4-6', usage };
    const requestId = `req_${turn}`;
    bytes += line('user', { role: 'user', content: `Question ${turn}: ${say(200)}` });
    bytes += line(
      'assistant',
      { ...answer, content: [{ type: 'text', text: say(800) }] },
      { requestId },
    );
    const call = { type: 'tool_use', id: `toolu_${turn}`, name: 'Read', input: { file: say(40) } };
    bytes += line('assistant', { ...answer, content: [call] }, { requestId });
    const content = say(6000);
    bytes += line('user', {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `toolu_${turn}`, content }],
    });
    made.entries += 3;
    made.inputTokens += usage.input_tokens;
    made.outputTokens += usage.output_tokens;
  }
  return made;
}

function writeExport(write: Write, minBytes: number): LargeRecording {
  const say = createText();
  const made = { sessions: 0, entries: 0, inputTokens: 0, outputTokens: 0 };
  let bytes = write('[');
  while (bytes < minBytes) {
    const name = `conversation-${made.sessions}`;
    const messages = 40;
    const mapping: Record<string, object> = {};
    for (let index = 0; index < messages; index++) {
      const parent = index === 0 ? null : `${name}-${index - 1}`;
      const role = index % 2 === 0 ? 'user' : 'assistant';
      mapping[`${name}-${index}`] = {
        id: `${name}-${index}`,
        parent,
        children: [`${name}-${index + 1}`],
        message: {
          id: `${name}-${index}`,
          author: { role },
          create_time: 1_767_571_200 + made.sessions * 1000 + index,
          content: { content_type: 'text', parts: [say(2000)] },
          recipient: 'all',
        },
      };
    }
    const current_node = `${name}-${messages - 1}`;
    const conversation = { title: name, conversation_id: name, current_node, mapping };
    bytes += write(`${made.sessions === 0 ? '' : ','}${JSON.stringify(conversation)}`);
    made.sessions++;
    made.entries += messages;
  }
  write(']');
  return made;
}

/** Texts of words, each other than the last. */
function createText(): (characters: number) => string {
  const random = createRandom(64);
  const words = Array.from({ length: 4096 }, () => random.hex(3 + random.below(7)));
  const long = Array.from({ length: 4096 }, (_, index) => words[(index * 7) % 4096]).join(' ');
  return (characters) => {
    const start = random.below(long.length - characters);
    return `${long.slice(start, start + characters)} "${random.hex(8)}"`;
  };
}
