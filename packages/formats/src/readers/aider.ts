import type { EntryInput } from '@everlong/core';
import { entryFields } from '../entries/entry-fields.js';
import type { ParsedTranscript, TranscriptFormat } from '../entries/transcript.js';

const HEADING = '# aider chat started at ';

/**
 * The chat history that Aider keeps in a folder (`.aider.chat.history.md`): lines of the user begin
 * with `####`, those of the program with `>`, the others are the model's. All of a chat has the time
 * at which it started, in a zone that the file does not say.
 */
export const aiderFormat: TranscriptFormat = {
  name: 'aider',
  description: 'Markdown with "# aider chat started at …" and "#### " before what the user said',
  detect: ({ text }) => text.trimStart().startsWith(HEADING),
  parse: ({ text }) => ({ entries: [...chatsIn(text)].flatMap(({ entries }) => entries) }),
  parseAll: ({ text }) => chatsIn(text),
};

/** Each chat of the history that has messages. */
function* chatsIn(text: string): Generator<ParsedTranscript> {
  const chats: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (line.startsWith(HEADING)) chats.push([]);
    chats.at(-1)?.push(line.replace(/\r$/, ''));
  }
  for (const lines of chats) {
    const chat = readChat(lines);
    if (chat.entries.length > 0) yield chat;
  }
}

type Speaker = 'user' | 'program' | 'model';

function readChat([heading = '', ...lines]: readonly string[]): ParsedTranscript {
  const started = heading.startsWith(HEADING) ? heading.slice(HEADING.length).trim() : undefined;
  const all = heading.startsWith(HEADING) ? lines : [heading, ...lines];
  const entries: EntryInput[] = [];
  let model: string | undefined;
  let speaker: Speaker = 'model';
  let said: string[] = [];

  function flush(): void {
    const text = said.join('\n').trim();
    said = [];
    if (text === '') return;
    if (speaker === 'program') model = /^(?:Main model|Model): (\S+)/m.exec(text)?.[1] ?? model;
    const fields = entryFields(
      started,
      speaker === 'program' ? { origin: 'tool' } : {},
      speaker === 'model' ? model : undefined,
    );
    const role = speaker === 'model' ? 'assistant' : 'user';
    entries.push({ ...fields, message: { role, content: text } });
  }

  for (const line of all) {
    const next = speakerOf(line);
    // An empty line ends nothing: answers have many.
    if (next !== speaker && (line.trim() !== '' || speaker !== 'model')) {
      flush();
      speaker = next;
    }
    said.push(textOf(line, next));
  }
  flush();
  return { entries, ...(started === undefined ? {} : { metadata: { startedAt: started } }) };
}

function speakerOf(line: string): Speaker {
  if (line.startsWith('#### ')) return 'user';
  return line === '>' || line.startsWith('> ') ? 'program' : 'model';
}

/** Without the mark, and the two blanks that make a line break in Markdown. */
function textOf(line: string, speaker: Speaker): string {
  if (speaker === 'model') return line;
  return line.slice(speaker === 'user' ? 5 : 2).replace(/ {2}$/, '');
}
