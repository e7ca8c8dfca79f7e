export { transcriptFormats } from './readers/formats.js';
export {
  detectFormat,
  parseTranscript,
  type ParseTranscriptOptions,
  parseTranscripts,
  type ParseTranscriptsOptions,
} from './parse-transcript.js';
export {
  readTranscript,
  type ReadTranscriptOptions,
  readTranscripts,
  type ReadTranscriptsOptions,
} from './read-transcript.js';
export {
  streamTranscripts,
  type StreamTranscriptsOptions,
  type TranscriptStream,
} from './stream-transcripts.js';
export type {
  ParsedTranscript,
  Transcript,
  TranscriptFormat,
  TranscriptSample,
  TranscriptSource,
} from './entries/transcript.js';
export type { JsonRecord } from './json/json-records.js';
