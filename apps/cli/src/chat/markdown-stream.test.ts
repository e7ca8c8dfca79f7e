import fc from 'fast-check';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createMarkdownStream } from './markdown-stream.js';
import { createTerminal, type OutputStream } from '../output/terminal.js';
import { Writable } from 'node:stream';

function terminalOf(columns: number, environment: Record<string, string> = {}) {
  let shown = '';
  const stream: OutputStream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      shown += chunk.toString();
      done();
    },
  });
  Object.assign(stream, { isTTY: true, columns });
  const terminal = createTerminal({ stdout: stream, stderr: stream, environment });
  return { terminal, shown: () => shown };
}

/** What a terminal shows of a text that arrives in these pieces. */
function show(
  pieces: readonly string[],
  columns = 60,
  environment: Record<string, string> = { NO_COLOR: '1' },
): string {
  const { terminal, shown } = terminalOf(columns, environment);
  const stream = createMarkdownStream(terminal);
  for (const piece of pieces) stream.add(piece);
  stream.end();
  return shown();
}

const text = `# A plan

We **must** do \`this\` and [that](https://example.com), because it is what was asked for.

- one
- two has more words than fit into the line of such a narrow terminal
  1. deep

| a | port |
|---|--:|
| staging | 843 |

\`\`\`ts
const  x = "a line of code that is much longer than the terminal is wide, kept";
\`\`\`
> quoted
`;

const colored = { FORCE_COLOR: '1' };

test('each block has its form, and lines break at words', () => {
  expect(stripVTControlCharacters(show([text], 40, colored))).toBe(`A plan

We must do this and that
(https://example.com), because it is
what was asked for.

• one
• two has more words than fit into the
  line of such a narrow terminal
  1. deep

a        port
───────  ────
staging   843

\`\`\`ts
const  x = "a line of code that is much longer than the terminal is wide, kept";
\`\`\`

│ quoted
`);
});

test('without colours the marks of Markdown stay', () => {
  expect(show([text], 40)).toContain(`# A plan

We **must** do \`this\` and
[that](https://example.com), because it
is what was asked for.
`);
});

test('in whatever pieces a text comes, it is shown the same', () => {
  const whole = show([text]);
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
      const places = [0, ...cuts.toSorted((left, right) => left - right), text.length];
      const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
      expect(show(pieces)).toBe(whole);
    }),
  );
});

test('no word of any text is lost', () => {
  const words = fc.array(
    fc.constantFrom(
      'alpha',
      '*',
      '_b_',
      '`c`',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '```',
      '# ',
      '> ',
      '|',
      '<b>',
      '    ',
    ),
  );
  fc.assert(
    fc.property(words, (list) => {
      const source = list.join(' ');
      const count = (value: string): number => value.match(/alpha/g)?.length ?? 0;
      expect(count(show([source]))).toBe(count(source));
    }),
  );
});

test('styles are escape sequences of ours, and none of the text', () => {
  const shown = show(['**bold** \u001B[31mevil\u001B]0;x\u0007 and `code`\n'], 60, {
    NO_COLOR: '',
  });
  expect(shown).toBe('\u001B[1mbold\u001B[22m [31mevil]0;x and \u001B[36mcode\u001B[39m\n');
});

test('code is shown line by line, while it comes', () => {
  const { terminal, shown } = terminalOf(60, { NO_COLOR: '1' });
  const stream = createMarkdownStream(terminal);
  stream.add('```\nfirst\nsec');
  expect(shown()).toBe('```\nfirst\n');
  stream.add('ond\n'.repeat(50_000));
  stream.end();
  expect(shown().match(/ond/g)).toHaveLength(50_000);
});

test('a paragraph that never ends is shown all the same', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `word${index}\n`);
  const shown = show(lines);
  expect(shown.match(/word\d+/g)).toHaveLength(20_000);
});
