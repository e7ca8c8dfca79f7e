import { errorText } from '../errors/error-text.js';
import { counted, formatNumber, formatTime } from '../output/format-number.js';
import type { Styles } from '../output/terminal.js';
import type { FoundTool, RecordingFile } from './find-recordings.js';
import type { ImportedSession, ImportResult } from './import-files.js';

/** What programs have in their usual places, one a line. */
export function discoveryLines(found: readonly FoundTool[], { bold, dim }: Styles): string[] {
  if (found.length === 0) {
    return [
      'No sessions were found in the usual places of Claude Code, Codex, pi, Gemini CLI and opencode.',
      'Name their folder or files: everlong import FOLDER',
    ];
  }
  const width = (column: (tool: FoundTool) => string): number =>
    Math.max(...found.map((tool) => column(tool).length));
  const titleWidth = width(({ title }) => title);
  const count = ({ files }: FoundTool): string =>
    counted(files.length, files[0]?.path.endsWith('.db') === true ? 'database' : 'session');
  const size = ({ files }: FoundTool): string => sizeOf(files);
  return found.map((tool) => {
    const cells = [
      bold(tool.title.padEnd(titleWidth)),
      count(tool).padStart(width(count)),
      size(tool).padStart(width(size)),
      ageOf(tool.files),
      dim(tool.folder),
    ];
    return cells.join('  ');
  });
}

function sizeOf(files: readonly RecordingFile[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes < 1_000_000) return `${formatNumber(Math.ceil(bytes / 1000))} kB`;
  return `${formatNumber(bytes / 1_000_000)} MB`;
}

/** From the file that was changed first to the one that was changed last. */
function ageOf(files: readonly RecordingFile[]): string {
  const [first, last] = [files[0], files.at(-1)].map((file) =>
    formatTime(new Date(file?.modifiedAt ?? 0).toISOString()).slice(0, 10),
  );
  return first === last ? `${last}` : `${first} to ${last}`;
}

/** Problems that are listed; the rest is counted. */
const MAX_LISTED = 10;

interface ReportOptions {
  /** Files that were named one by one. */
  named: ReadonlySet<string>;
  /** The file or folder of the store. */
  place: string;
  styles: Styles;
}

/** What was imported, in words: problems first. */
export function importReport(
  { sessions, unchangedFiles, otherFiles, failures, warnings }: ImportResult,
  { named, place, styles }: ReportOptions,
): string[] {
  const { bold, red, yellow, dim } = styles;
  const unknown = otherFiles.filter(({ file }) => named.has(file));
  const passedOver = otherFiles.length - unknown.length;
  const problems = [
    ...warnings.map((warning) => `${yellow('warning')}  ${warning}`),
    ...[...failures, ...unknown].map(({ error }) => `${red('failed')}  ${errorText(error)}`),
  ];
  const added = sessions.filter((session) => session.added > 0);
  const elsewhere = sessions.filter(({ state }) => state === 'elsewhere').length;
  const here = sessions.length - added.length - elsewhere;
  return [
    ...problems.slice(0, MAX_LISTED),
    ...(problems.length > MAX_LISTED ? [`… ${problems.length - MAX_LISTED} more`] : []),
    ...(passedOver > 0 ? [dim(`${counted(passedOver, 'other file')} passed over.`)] : []),
    ...toolLines(added, bold),
    ...apartLines(added),
    ...(elsewhere > 0
      ? [`Another process is importing ${counted(elsewhere, 'session')}: left to it.`]
      : unchangedLines(here, unchangedFiles, added.length)),
    ...(added.length === 0
      ? []
      : [dim(`Kept in ${place}.`), 'Find one by what it was about: everlong search "…"']),
  ];
}

function toolLines(added: readonly ImportedSession[], bold: Styles['bold']): string[] {
  const tools = Map.groupBy(added, ({ agent }) => agent);
  return [...tools].map(([tool, sessions]) => {
    const messages = sessions.reduce((sum, session) => sum + session.added, 0);
    const grown = sessions.filter(({ state }) => state === 'grown').length;
    const subAgents = sessions.filter(({ parent }) => parent !== undefined).length;
    const shared = sessions.filter(({ sharesWith }) => sharesWith !== undefined).length;
    const notes = [
      ...(grown > 0 ? [`${grown} had grown`] : []),
      ...(subAgents > 0 ? [`${subAgents} of sub-agents`] : []),
      ...(shared > 0 ? [`${shared} begin with a copy of another: its usage counts there`] : []),
    ];
    const what = `${counted(sessions.length, 'session')}, ${counted(messages, 'new message')}`;
    return `${bold(tool)}: ${what}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
  });
}

/** A session that went on both here and elsewhere. */
function apartLines(added: readonly ImportedSession[]): string[] {
  return added
    .filter(({ state }) => state === 'apart' || state === 'mended')
    .map(({ id, file, state }) =>
      state === 'apart'
        ? `${file} went on after its session was continued here: it is kept apart as ${id}.`
        : `What was stored of ${file} is damaged: it is kept again as ${id}.`,
    );
}

function unchangedLines(sessions: number, files: number, added: number): string[] {
  if (sessions + files === 0) return added === 0 ? ['Nothing was imported.'] : [];
  const unchanged = files > 0 ? counted(files, 'file') : counted(sessions, 'session');
  const is = (files > 0 ? files : sessions) === 1 ? 'is' : 'are';
  return [`${added === 0 ? 'Nothing new: ' : ''}${unchanged} ${is} here already.`];
}
