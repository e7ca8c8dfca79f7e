import type { RequestView, SeenCall } from './request-view.js';
import type { ScriptStep } from './script-step.js';

const taskPattern = /Read the (?:first|next) (\d+) files(?: after `([^`\n]+)`)?/;

/** The user's message that asks to read the next files. */
export function readingTask(fileCount: number, after: string | undefined): string {
  const stretch = after === undefined ? 'first' : 'next';
  const place = after === undefined ? '' : ` after \`${after}\``;
  return (
    `Read the ${stretch} ${fileCount} files${place}, in the order of the listing. ` +
    'Note exact values worth keeping, then say what you read.'
  );
}

export function isReadingTask(text: string): boolean {
  return taskPattern.test(text);
}

/**
 * The next step of a reading task: list the files, read each one (long ones in two parts), search
 * for a name in every third file and note what was found. Decided only from the calls that the
 * request shows; if it no longer shows the listing, the folder is listed again.
 */
export function readFiles({ task, calls }: RequestView): ScriptStep {
  const [, fileCount = '1', after] = taskPattern.exec(task) ?? [];
  const limit = Number(fileCount);
  const listing = calls.findLast((call) => call.name === 'list_folder');
  const paths = listing === undefined ? [] : listedPaths(listing);
  const last = calls.at(-1);
  if (listing === undefined || last === undefined || paths === undefined) {
    return {
      text: 'Listing the stretch.',
      call: { name: 'list_folder', input: { ...(after === undefined ? {} : { after }), limit } },
    };
  }
  const read = calls.findLast((call) => call.name === 'read_file');
  const done = read === undefined ? -1 : paths.indexOf(String(read.input['path']));
  if (read !== undefined && done >= 0) {
    const step = furtherWork(read, last, done);
    if (step !== undefined) return step;
  }
  const next = paths[done + 1];
  if (next === undefined) return { text: report(paths, calls) };
  return {
    text: `File ${done + 2} of ${paths.length}.`,
    call: { name: 'read_file', input: { path: next } },
  };
}

/** The next step for the file that was read last, if any. */
function furtherWork(read: SeenCall, last: SeenCall, index: number): ScriptStep | undefined {
  const path = String(read.input['path']);
  if (last === read && !read.failed) {
    const [, to, of] = /: lines \d+-(\d+) of (\d+)/.exec(read.result ?? '') ?? [];
    if (read.input['from_line'] === undefined && Number(to) < Number(of)) {
      return {
        text: `\`${path}\` goes on.`,
        call: { name: 'read_file', input: { path, from_line: Number(to) + 1 } },
      };
    }
    const name = longestName(read.result ?? '');
    if (index % 3 === 2 && name !== undefined) {
      return {
        text: `Who uses \`${name}\`?`,
        call: { name: 'search_text', input: { text: name } },
      };
    }
  }
  if (last.name === 'search_text') {
    const [summary = '', first = 'nowhere'] = (last.result ?? '').split('\n');
    return {
      text: 'Worth a note.',
      call: { name: 'write_note', input: { note: `${path}: ${summary}; first at ${first}` } },
    };
  }
  return undefined;
}

/** The paths of a listing, or `undefined` when the request no longer shows the whole of it. */
function listedPaths({ result = '' }: SeenCall): string[] | undefined {
  const [heading = '', ...lines] = result.split('\n');
  const listed = Number(/^(\d+) of \d+ files:$/.exec(heading)?.[1] ?? -1);
  if (lines.pop() !== 'end of list' || lines.length !== listed) return undefined;
  return lines.map((line) => line.replace(/ \([^()]*\)$/, ''));
}

/** The longest name in code or text: deterministic, and rarely a common word. */
function longestName(text: string): string | undefined {
  const names = text.match(/\b[A-Za-z][A-Za-z0-9]{7,31}\b/g) ?? [];
  return names.reduce<string | undefined>(
    (best, name) => (name.length > (best?.length ?? 0) ? name : best),
    undefined,
  );
}

function report(paths: readonly string[], calls: readonly SeenCall[]): string {
  if (paths.length === 0) return 'There are no files left to read.';
  const failed = calls.filter((call) => call.name === 'read_file' && call.failed).length;
  const trouble = failed === 0 ? '' : ` ${failed} could not be read.`;
  return `Read ${paths.length} files, from \`${paths[0]}\` to \`${paths.at(-1)}\`.${trouble}`;
}
