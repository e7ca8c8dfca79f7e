import { readFileSync } from 'node:fs';

import type { ModelMessage } from '@everlong/core';
import { propertyRuns } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { type Loss, lossKinds } from '../../src/messages/loss.js';
import { type FormatUnderTest, formats } from '../support/formats.js';
import { lossCases } from '../support/loss-cases.js';
import { normalForm } from '../support/normal-form.js';

const fileText = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const readme = fileText('../../README.md');
const page = fileText('../../../../docs/sdk-messages.md');
/** It prints the table, for people. */
const isFullRun = propertyRuns(1) > 1;

const columns = Object.entries(formats);

describe('the table of losses', () => {
  // promise: any-2
  it('stands in the README as the code makes it', () => {
    const table = lossTable();
    if (isFullRun) process.stdout.write(`${table}\n`);
    expect(tableIn(readme, 'losses'), `README.md needs:\n\n${table}`).toBe(table);
  });

  it('is explained in docs/sdk-messages.md, kind by kind', () => {
    const rows = Object.entries(lossKinds).map(([kind, meaning]) => `| \`${kind}\` | ${meaning} |`);
    const table = ['| loss | what becomes of it |', '|---|---|', ...rows].join('\n');
    expect(tableIn(page, 'kinds'), `docs/sdk-messages.md needs:\n\n${table}`).toBe(table);
  });
});

/** Of messages that lose something in some format. */
function lossTable(): string {
  const rows = Object.entries(lossCases).flatMap(([name, messages]) => {
    const cells = columns.map(([, format]) => cell(format, messages));
    return cells.every((each) => each === '✓') ? [] : [row(name, ...cells)];
  });
  const head = row('a message with', ...columns.map(([name]) => `\`${name}\``));
  return [head, `|${'---|'.repeat(columns.length + 1)}`, ...rows].join('\n');
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** What is lost on the way there and back; a change without a word of it fails. */
function cell({ write, read }: FormatUnderTest, messages: readonly ModelMessage[]): string {
  const losses: Loss[] = [];
  const body = write({ messages }, { onLoss: (loss) => losses.push(loss) });
  if (losses.length === 0) expect(normalForm(read(body))).toEqual(normalForm(messages));
  const kinds = new Set(losses.map(({ kind }) => `\`${kind}\``));
  return kinds.size === 0 ? '✓' : [...kinds].join(', ');
}

/** The table below a heading's mark, its columns as narrow as can be. */
function tableIn(text: string, mark: string): string {
  const from = text.indexOf(`<!-- ${mark} -->`);
  const lines = text.slice(from).split('\n').slice(1);
  const start = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines
    .slice(start, end < 0 ? undefined : end)
    .map((line) =>
      line
        .replace(/ {2,}/g, ' ')
        .replace(/-{3,}/g, '---')
        .replace(/\| ?---/g, '|---')
        .replace(/--- \|/g, '---|'),
    )
    .join('\n');
}
