import { definedFields } from '@everlong/core/internal';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Names a process so that another one can find out whether it still runs. */
export interface ProcessIdentity {
  pid: number;
  /** Host and, on Linux, namespace of process ids: a pid means nothing outside of it. */
  machine: string;
  /** On Linux: when the process started, since pids are reused. */
  startedAt?: string;
}

let own: ProcessIdentity | undefined;

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  if (own?.pid !== process.pid) {
    const startedAt = startTime(process.pid);
    own = {
      pid: process.pid,
      machine: `${hostname()} ${pidNamespace()}`.trim(),
      ...definedFields({ startedAt }),
    };
  }
  return own;
}

/** Tells whether the process runs; `undefined` when that is unknown here. */
export function isAlive({ pid, machine, startedAt }: ProcessIdentity): boolean | undefined {
  if (machine !== ownIdentity().machine) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return startedAt === undefined || startTime(pid) === startedAt;
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** The 22nd field of `/proc/<pid>/stat`; the second one, in parentheses, may hold anything. */
function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
