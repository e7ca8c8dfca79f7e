'use client';

import { type Compaction, CompactionDivider as Divider } from '@everlong/react';
import '@everlong/react/styles.css';

interface CompactionDividerProps {
  /** What a message or a part of one says of a compaction. */
  compaction?: unknown;
  /** While one runs: what `useCompaction` follows. */
  running?: Pick<Compaction, 'status' | 'progress'>;
}

/** A line between messages where the model's view of the conversation was compacted. */
export function CompactionDivider({ compaction, running }: CompactionDividerProps) {
  if (running === undefined) return <Divider compaction={compaction} />;
  if (running.status === 'ready') return null;
  const status = running.status === 'running' ? 'running' : 'failed';
  return <Divider status={status} progress={running.progress} />;
}
