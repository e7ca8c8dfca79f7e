import { createEntryLog } from './entry-log.js';
import type { LogConversation, LogRecord, SurveyLog } from './log-survey.js';
import type { ParsedTranscript, TranscriptFormat, TranscriptSource } from './transcript.js';

/** A format whose files are logs. */
interface LogFormat extends Pick<TranscriptFormat, 'name' | 'description' | 'detect'> {
  survey: SurveyLog;
}

/** The format of logs, read from memory or, with `survey`, line by line from anywhere. */
export function logFormat(format: LogFormat): TranscriptFormat {
  function surveyed(source: TranscriptSource): {
    records: LogRecord[];
    conversations: LogConversation[];
  } {
    const records = source.records().map((record, index) => ({ ...record, index, characters: 0 }));
    const survey = format.survey(source);
    for (const record of records) survey.look(record);
    return { records, conversations: survey.conversations() };
  }

  return {
    ...format,
    parse(source) {
      const { records, conversations } = surveyed(source);
      const [first, ...others] = conversations;
      const all = others.flatMap(({ aside = [] }) => aside);
      if (all.length > 0) {
        const lines = all.reduce((sum, each) => sum + each.lines, 0);
        source.warn(
          `${all[0]?.place}: ${lines} lines of sub-agents were left out, from here on; they are ` +
            'conversations of their own.',
        );
      }
      return first === undefined ? { entries: [] } : readRecords(source, records, first);
    },
    *parseAll(source) {
      const { records, conversations } = surveyed(source);
      for (const each of conversations) yield readRecords(source, records, each);
    },
  };
}

function readRecords(
  source: TranscriptSource,
  records: readonly LogRecord[],
  { includes, open }: LogConversation,
): ParsedTranscript {
  const log = createEntryLog();
  const reader = open(log);
  const own = includes === undefined ? records : records.filter(includes);
  source.each(own, (record) => reader.read(record));
  return { entries: log.take(), ...reader.end(source.warn) };
}
