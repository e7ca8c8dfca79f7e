import { describe, expect, it } from 'vitest';

import { programsOf } from './programs-of.js';

describe('programsOf', () => {
  it.each([
    ['pytest -x', ['pytest']],
    ['(source .venv/bin/activate && pytest tests/test_a.py)', ['pytest']],
    ['cd /repo && git add -A && git commit -m "a message"', ['git add', 'git commit']],
    ['CI=1 npm run lint 2>&1 | tail -5', ['npm run lint']],
    ['./node_modules/.bin/vitest run', ['vitest']],
    ['uv run pytest test/a.py -v', ['uv run pytest']],
    ['timeout 60 cargo build', ['cargo build']],
    ['cat a.txt | grep x; python3 -c "print(1)"', []],
    ['', []],
  ])('%s', (command, programs) => {
    expect(programsOf(command)).toEqual(programs);
  });
});
