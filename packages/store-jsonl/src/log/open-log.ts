import { closeSync, fstatSync, type Stats } from 'node:fs';

import { CorruptRecordError, EverlongError, type ReadOptions } from '@everlong/core';

import { openForReading } from '../files/file-errors.js';
import type { LineKind } from './line-kind.js';
import { type LogFiles, type LogTable, openLogTable } from './log-table.js';
import { countLines, endsLine, readLine } from './read-lines.js';
import { type LogLine, readPages } from './read-pages.js';

/** A log as it was when it was opened; what is appended later does not show. */
export interface OpenLog {
  readonly files: LogFiles;
  readonly stats: Stats;
  readonly table: LogTable;
  /** True if the last line lacks its line break. */
  readonly needsNewline: boolean;
  /** The lines of a range in pages of bounded size. */
  pages(range: ReadOptions): AsyncGenerator<LogLine[]>;
  line(seq: number): Promise<LogLine>;
  /** The last line that is a checkpoint. */
  checkpointLine(): LogLine | undefined;
  /**
   * The line decoded by `decode`, whose errors become a `CorruptRecordError` that names the line.
   */
  decode<Value>(line: LogLine, decode: (text: string) => Value): Value;
  close(): void;
}

/** Opens a log; `undefined` when there is no such file. */
export async function openLog(files: LogFiles, kind: LineKind): Promise<OpenLog | undefined> {
  const file = openForReading(files.log);
  if (file === undefined) return undefined;
  const stats = fstatSync(file);
  const table = await openLogTable(files, file, stats.size, kind).catch((error: unknown) => {
    closeSync(file);
    throw error;
  });

  const pages = (range: ReadOptions): AsyncGenerator<LogLine[]> => readPages(file, table, range);
  return {
    files,
    stats,
    table,
    needsNewline: table.state.end > 0 && !endsLine(file, table.state.end),
    pages,
    async line(seq) {
      for await (const [line] of pages({ from: seq, to: seq })) if (line !== undefined) return line;
      return { seq, offset: undefined, text: undefined };
    },
    checkpointLine() {
      const { checkpointOffset: offset, checkpointSeq: seq, end } = table.state;
      if (offset < 0) return undefined;
      return { seq, offset, text: readLine(file, offset, end)?.toString('utf8') };
    },
    decode({ seq, offset, text }, decode) {
      let problem = 'the line is missing';
      let cause: unknown;
      try {
        if (text !== undefined) return decode(text);
      } catch (error) {
        if (EverlongError.isInstance(error) && error.code === 'unsupported-format') throw error;
        problem = error instanceof SyntaxError ? 'not JSON' : (error as Error).message;
        cause = error;
      }
      const line = offset === undefined ? '' : `:${countLines(file, offset) + 1}`;
      throw new CorruptRecordError(`${files.log}${line}`, `item ${seq}: ${problem}`, cause);
    },
    close() {
      table.close();
      closeSync(file);
    },
  };
}
