import { describe, expect, it } from 'vitest';

import { snapshotLines } from './snapshot-lines.js';

const lists = (...lines: string[]): boolean[] =>
  snapshotLines(lines.join('\n')).map(({ isList }) => isList);

describe('snapshot lines', () => {
  it('leave out headings and the first line of the program', () => {
    expect(snapshotLines('[Summary: 12 messages]\n\n## Values\n- the port is 8443')).toEqual([
      { text: '- the port is 8443', isList: false },
    ]);
  });

  it('are lists when they say nothing of what they name', () => {
    expect(lists('- const: hasEdit hasFind hasRead toolsList')).toEqual([true]);
    expect(lists('Files: src/a.ts, src/b.ts and lib/c.ts')).toEqual([true]);
    expect(lists('The user wants src/a.ts moved beside lib/c.ts')).toEqual([false]);
    expect(lists('src/a.ts lib/c.ts')).toEqual([false]);
  });

  it('are lists when three neighbours have one shape', () => {
    expect(lists('- read src/a.ts (#3)', '- read src/b.ts (#17)')).toEqual([false, false]);
    expect(lists('- read src/a.ts', '- read src/b.ts', '- read src/c.ts', 'The end.')).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(lists('He asked for it.', 'He asked for it.', 'He asked for it.')).not.toContain(true);
  });
});
