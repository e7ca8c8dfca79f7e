export { transcriptFormats } from './formats.js';
export { detectFormat, parseTranscript, type ParseTranscriptOptions } from './parse-transcript.js';
export { readTranscript, type ReadTranscriptOptions } from './read-transcript.js';
export type {
  ParsedTranscript,
  Transcript,
  TranscriptFormat,
  TranscriptSample,
  TranscriptSource,
} from './transcript.js';
export type { JsonRecord } from './json-records.js';
