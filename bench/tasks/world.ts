/** The tree that an agent works in, and what its test runs print. */
export interface World {
  /** Path to content. */
  files: Map<string, string>;
  /** What was sent out, in order: nothing that could be read again. */
  sent: string[];
  /** The packages whose tests were run, in order. */
  ran: string[];
  /** Name of a package to the output of its tests. */
  runs: Map<string, string>;
  /** What tools of the task's own do. */
  act?(world: World, tool: string, input: Record<string, string>): ToolOutcome;
}

export interface ToolOutcome {
  text: string;
  /** A wrong action by itself, such as an edit whose `old_string` is not there. */
  wrong?: string;
}

const string = { type: 'string' } as const;

/** A tool as a provider is told of it. */
export type Tool = ReturnType<typeof tool>;

/** What the agent may call, as a provider is told; the history tools are added by the runner. */
export const treeTools: readonly Tool[] = [
  tool('read_file', 'Reads a file.', { path: string }),
  tool('write_file', 'Creates a file or replaces all of it.', { path: string, content: string }),
  tool('append_line', 'Adds one line at the end of a file.', { path: string, line: string }),
  tool('find_text', 'Lists the files below a folder that hold a text.', {
    folder: string,
    text: string,
  }),
  tool('edit_file', 'Replaces an exact text of a file by another one, wherever it stands.', {
    path: string,
    old_string: string,
    new_string: string,
  }),
  tool('send_message', 'Sends a message to a team.', { team: string, text: string }),
  tool('run_tests', 'Runs the tests of a package.', { package: string }),
];

export function tool(name: string, description: string, properties: Record<string, typeof string>) {
  const required = Object.keys(properties);
  return { name, description, inputSchema: { type: 'object', properties, required } };
}

/** Does what a call says to the tree; a call that cannot be carried out says why. */
export function runTool(world: World, name: string, input: Record<string, string>): ToolOutcome {
  const { files } = world;
  const { path = '' } = input;
  const content = files.get(path);
  switch (name) {
    case 'read_file':
      return content === undefined ? { text: `No such file: ${path}` } : { text: content };
    case 'write_file':
      files.set(path, input['content'] ?? '');
      return { text: `Wrote ${path}.` };
    case 'append_line':
      files.set(path, `${content ?? ''}${input['line'] ?? ''}\n`);
      return { text: `Added a line to ${path}.` };
    case 'find_text':
      return { text: findText(files, input['folder'] ?? '', input['text'] ?? '') };
    case 'edit_file': {
      const { old_string: before = '', new_string: after = '' } = input;
      if (content === undefined || before === '' || !content.includes(before)) {
        return { text: `Failed: old_string is not in ${path}.`, wrong: 'failed edit' };
      }
      files.set(
        path,
        content.replaceAll(before, () => after),
      );
      return { text: `Edited ${path}.` };
    }
    case 'send_message':
      world.sent.push(input['team'] ?? '');
      return { text: 'Sent.' };
    case 'run_tests':
      world.ran.push(input['package'] ?? '');
      return { text: world.runs.get(input['package'] ?? '') ?? 'No such package.' };
    default:
      return (
        world.act?.(world, name, input) ?? { text: `No such tool: ${name}`, wrong: 'unknown tool' }
      );
  }
}

function findText(files: World['files'], folder: string, text: string): string {
  const found = [...files].filter(([path, content]) => {
    return path.startsWith(folder) && content.includes(text);
  });
  return found.length === 0 ? 'Nothing found.' : found.map(([path]) => path).join('\n');
}
