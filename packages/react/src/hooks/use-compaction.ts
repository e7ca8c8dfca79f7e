import type { ContextCompactionData, ContextStatusData } from '@everlong/core';
import { useCallback, useEffect, useRef, useState } from 'react';

import { fieldsOf } from '../reading/fields.js';

/** Options of `useCompaction`. */
export interface CompactionOptions {
  /**
   * Starts a compaction, usually by a request to your server. Rejects if it fails or is aborted.
   */
  compact?: (options: { instructions?: string; signal: AbortSignal }) => Promise<unknown>;
}

/** The progress of compactions, and functions to start and cancel one. */
export interface Compaction {
  status: 'ready' | 'running' | 'error';
  /** While one runs: whether the answer waits for it (`blocking`). */
  phase: ContextStatusData['phase'] | undefined;
  /** 0 to 1, if known. */
  progress: number | undefined;
  error: Error | undefined;
  /** The last one reported by the stream. */
  last: ContextCompactionData | undefined;
  /** Resolves when the compaction has ended, even if it failed; no-op while another one runs. */
  compact(options?: { instructions?: string }): Promise<void>;
  /** Aborts a compaction that `compact` started. */
  cancel(): void;
  /** For `useChat({ onData })`: handles the parts of a stream that report compactions. */
  onData(part: { type: string; data?: unknown }): void;
  /**
   * For `useChat({ onFinish })`: a stream that was stopped or broke off reports no end, and nothing
   * that it reported still runs.
   */
  onFinish(): void;
}

type Progress = Pick<Compaction, 'status' | 'phase' | 'progress' | 'error'>;

const READY: Progress = {
  status: 'ready',
  phase: undefined,
  progress: undefined,
  error: undefined,
};

/** Follows and starts compactions. */
export function useCompaction({ compact: run }: CompactionOptions = {}): Compaction {
  const [state, setState] = useState(READY);
  const [last, setLast] = useState<ContextCompactionData>();
  const controller = useRef<AbortController>(undefined);
  const runLatest = useRef(run);
  useEffect(() => {
    runLatest.current = run;
  });
  useEffect(() => () => controller.current?.abort(), []);

  const compact = useCallback(async (options: { instructions?: string } = {}): Promise<void> => {
    const start = runLatest.current;
    if (start === undefined || controller.current !== undefined) return;
    const own = new AbortController();
    controller.current = own;
    setState({ ...READY, status: 'running', phase: 'blocking' });
    let ended = READY;
    try {
      await start({ ...options, signal: own.signal });
    } catch (error) {
      if (!own.signal.aborted) ended = failed(error);
    }
    controller.current = undefined;
    setState(ended);
  }, []);
  const cancel = useCallback((): void => controller.current?.abort(), []);
  const onData = useCallback(({ type, data }: { type: string; data?: unknown }): void => {
    if (type === 'data-context-compaction') {
      setLast(data as ContextCompactionData);
      setState(READY);
    } else if (type === 'data-context-status') {
      setState(progressOf(fieldsOf(data)));
    }
  }, []);
  const onFinish = useCallback((): void => {
    if (controller.current !== undefined) return;
    setState((now) => (now.status === 'running' ? READY : now));
  }, []);
  return { ...state, last, compact, cancel, onData, onFinish };
}

function progressOf({ status, phase, progress, reason }: Partial<ContextStatusData>): Progress {
  if (status === 'finished') return READY;
  if (status === 'failed') return failed(reason ?? 'the compaction failed');
  return { status: 'running', phase: phase ?? 'background', progress, error: undefined };
}

function failed(error: unknown): Progress {
  return {
    ...READY,
    status: 'error',
    error: error instanceof Error ? error : new Error(String(error)),
  };
}
