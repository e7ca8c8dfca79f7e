import type { FileAction } from './file-action.js';

const FILE_HEAD = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

/**
 * What an `apply_patch` text does to files: one edit per hunk, from the context with the removed
 * lines to the context with the added ones; added files are written whole.
 */
export function patchEdits(patch: string): FileAction[] {
  const actions: FileAction[] = [];
  let file: string | undefined;
  let added: string[] | undefined;
  let before: string[] = [];
  let after: string[] = [];

  function flush(): void {
    if (file !== undefined && added !== undefined) {
      actions.push({ op: 'write', file, text: added.join('\n') });
    } else if (file !== undefined && before.length + after.length > 0) {
      actions.push({ op: 'edit', file, before: before.join('\n'), after: after.join('\n') });
    }
    added = undefined;
    before = [];
    after = [];
  }

  for (const line of patch.split('\n')) {
    const head = FILE_HEAD.exec(line);
    if (head !== null) {
      flush();
      file = head[2]?.trim();
      if (head[1] === 'Add') added = [];
      if (head[1] === 'Delete') file = undefined;
    } else if (line.startsWith('@@')) flush();
    else if (line.startsWith('*** End')) break;
    else if (added !== undefined) {
      if (line.startsWith('+')) added.push(line.slice(1));
    } else if (line.startsWith('+')) after.push(line.slice(1));
    else if (line.startsWith('-')) before.push(line.slice(1));
    else if (line.startsWith(' ') || line === '') {
      before.push(line.slice(1));
      after.push(line.slice(1));
    }
  }
  flush();
  return actions;
}

/** The `*** Begin Patch` text in a string, if there is one. */
export function findPatch(text: string): string | undefined {
  const from = text.indexOf('*** Begin Patch\n');
  if (from < 0) return undefined;
  const end = text.indexOf('\n*** End Patch', from);
  return text.slice(from + '*** Begin Patch\n'.length, end < 0 ? undefined : end);
}
