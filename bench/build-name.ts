import { execFileSync } from 'node:child_process';

/** The build by the time of its commit, and whether anything was changed since. */
export function buildName(): string {
  const git = (...args: string[]): string => String(execFileSync('git', args)).trim();
  try {
    const time = git('log', '-1', '--format=%cd', '--date=format:%Y-%m-%d %H:%M');
    return `build of ${time}${git('status', '--porcelain') === '' ? '' : ', with changes'}`;
  } catch {
    return 'an unknown build';
  }
}
