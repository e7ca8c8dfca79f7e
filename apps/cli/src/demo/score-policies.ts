import type { EntryInput } from '@everlong/core';
import {
  formatReplayTable,
  replaySession,
  summarizeResults,
  type PolicyResult,
} from '@everlong/replay';
import type { ToolSet } from 'ai';

const comparedPolicies = ['full', 'newest', 'supyagent', 'everlong'];

export interface PolicyScores {
  results: PolicyResult[];
  /** As text, without times, which vary, empty rows and the list of problems. */
  table: string;
}

/** Scores each policy on the session that the demo recorded. */
export async function scorePolicies(options: {
  entries: readonly EntryInput[];
  window: number;
  reserve: number;
  instructions: string;
  tools: ToolSet;
  onProgress(done: number, all: number): void;
}): Promise<PolicyScores> {
  const file = await replaySession({ ...options, file: 'demo', policies: comparedPolicies });
  const total = summarizeResults([file]);
  const table = formatReplayTable({ files: [file], total });
  const lines = table.split('\n').filter((line) => !/^prepare |^\w+: |( +–){4}$/.test(line));
  return { results: file.results, table: lines.join('\n') };
}
