import { spawnSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

interface Walk {
  files: number;
  rooms: string[];
}

/** What the script says of a prepare that keeps everything, and of one that compacts. */
function trace(): Walk[] {
  const script = new URL('trace-prepare.ts', import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const walks = [...stdout.matchAll(/^(\d+) files, .*\nrooms: (.*)$/gm)];
  return walks.map(([, files, rooms = '']) => ({
    files: Number(files),
    rooms: rooms.split(' > '),
  }));
}

describe('a walk through prepare', () => {
  const [keeps, compacts] = trace();

  it('enters few files', () => {
    expect(keeps?.files).toBeLessThanOrEqual(15);
    expect(compacts?.files).toBeLessThanOrEqual(47);
  });

  it('enters each room below the request once when everything is kept', () => {
    const below =
      keeps?.rooms.filter((room) => !['session', 'next-request', 'request'].includes(room)) ?? [];
    expect(below).toEqual([...new Set(below)]);
  });
});
