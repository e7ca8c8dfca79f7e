import { execFileSync } from 'node:child_process';

/** The commit that is checked out, and whether anything was changed since. */
export function buildName(): string {
  try {
    const name = execFileSync('git', ['describe', '--always', '--dirty', '--exclude', '*']);
    return `commit ${String(name).trim()}`;
  } catch {
    return 'an unknown build';
  }
}
