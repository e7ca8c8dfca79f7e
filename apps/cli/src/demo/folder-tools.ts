import { appendFile, lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '@everlong/core/node';
import { tool, type ToolSet } from 'ai';
import { z } from 'zod';
import { readWorkspaceFile, type Workspace } from './workspace.js';

/** Lines that one read returns at most, and characters of one line. */
const maxReadLines = 60;
const maxLineCharacters = 200;
/** The most files that one search reads. */
const maxSearchedFiles = 300;
const maxHits = 8;

/** The demo's tools: real, read-only but for the notes, and confined to the workspace's files. */
export function createFolderTools(workspace: Workspace, notesFile: string): ToolSet {
  let notes = 0;
  return {
    list_folder: tool({
      description: 'Lists the files of the folder in sorted order.',
      inputSchema: z.object({
        after: z.string().optional().describe('Start behind this path.'),
        limit: z.int().min(1).max(50),
      }),
      execute: ({ after, limit }) => listFiles(workspace, after, limit),
    }),
    read_file: tool({
      description: `Reads at most ${maxReadLines} lines of a text file.`,
      inputSchema: z.object({ path: z.string(), from_line: z.int().min(1).optional() }),
      async execute({ path, from_line: from = 1 }) {
        const lines = splitLines(await readWorkspaceFile(workspace, path));
        const shown = lines.slice(from - 1, from - 1 + maxReadLines);
        return [
          `${path}: lines ${Math.min(from, lines.length)}-${from - 1 + shown.length} of ${lines.length}`,
          ...shown.map((line, index) => `${from + index}: ${line.slice(0, maxLineCharacters)}`),
        ].join('\n');
      },
    }),
    search_text: tool({
      description: 'Finds the lines that hold a text, in files of the folder.',
      inputSchema: z.object({ text: z.string().min(1) }),
      execute: ({ text }) => searchFiles(workspace, text),
    }),
    write_note: tool({
      description: 'Keeps a note in the notes file.',
      inputSchema: z.object({ note: z.string().min(1) }),
      async execute({ note }) {
        makeFolder(dirname(notesFile));
        await appendFile(notesFile, `- ${note}\n`);
        notes++;
        return `Noted (${notes} so far).`;
      },
    }),
  };
}

async function listFiles(workspace: Workspace, after = '', limit: number): Promise<string> {
  const rest = workspace.files.filter((path) => path > after);
  const listed = rest.slice(0, limit);
  const lines = await Promise.all(
    listed.map(async (path) => {
      const status = await lstat(join(workspace.root, path)).catch(() => undefined);
      return `${path} (${status?.isFile() ? `${status.size} bytes` : 'not a file'})`;
    }),
  );
  return [`${listed.length} of ${rest.length} files:`, ...lines, 'end of list'].join('\n');
}

async function searchFiles(workspace: Workspace, text: string): Promise<string> {
  const hits: string[] = [];
  let found = 0;
  for (const path of workspace.files.slice(0, maxSearchedFiles)) {
    const content = await readWorkspaceFile(workspace, path).catch(() => '');
    if (!content.includes(text)) continue;
    for (const [index, line] of splitLines(content).entries()) {
      if (!line.includes(text)) continue;
      found++;
      if (hits.length < maxHits) hits.push(`${path}:${index + 1}: ${line.trim().slice(0, 120)}`);
    }
  }
  return [`${found} lines hold "${text}"`, ...hits].join('\n');
}

function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
