import { ConfigError, type LedgerItem, type Snapshot, type ValueKind } from '@everlong/core';
import { showValue, snapshotFault } from '@everlong/core/internal';

import { isOpen } from '../statements/request-statuses.js';
import { isRequestLine } from '../sections/state-section.js';
import { requestsIn } from '../statements/request-sections.js';

/** Readers want open work before finished work, and values last. */
const isNext = (line: string): boolean =>
  isRequestLine(line) || /^Last (?:action|failure)/.test(line);
const MAX_VALUES = 12;

/** The groups of values that people look for; names in code are omitted. */
const groups: readonly (readonly [title: string, kinds: readonly ValueKind[]])[] = [
  ['Errors', ['error']],
  ['Settings', ['setting']],
  ['Commands', ['command']],
  ['Paths', ['path']],
  ['Addresses', ['url', 'email', 'port']],
  ['Versions and dates', ['version', 'date']],
  ['Ids', ['uuid', 'hash']],
];

/**
 * Formats a snapshot as Markdown for people: open requests, next steps, decisions, changed files,
 * constraints, and last the exact values that the user or the assistant used, by kind. Models see
 * `snapshot.text` instead. Throws `ConfigError` for anything but a snapshot.
 */
export function formatForReading(snapshot: Snapshot): string {
  const fault = snapshotFault(snapshot);
  if (fault !== undefined) {
    const { path, expected, value } = fault;
    const place = path === '' ? 'The snapshot' : `${path} of the snapshot`;
    throw new ConfigError(
      `${place} of formatForReading must be ${expected}, not ${showValue(value)}.`,
    );
  }
  const { sections, ledger } = snapshot;
  const section = (name: string): string[] => sections[name] ?? [];
  const open = requestsIn(sections)
    .filter(isOpen)
    .map(({ seq, quoted }) => `${quoted} (#${seq})`);
  const state = section('Current State');
  const blocks: (readonly [heading: string, lines: readonly string[]])[] = [
    ['Open', open],
    ['Next', [...section('Pending Tasks'), ...state.filter(isNext)]],
    ['Done', state.filter((line) => !isNext(line))],
    ['Decided', section('Key Decisions')],
    ['Files', section('Files Modified')],
    ['Constraints', section('Constraints')],
    [
      'Values',
      [...section('Important Values'), ...groups.flatMap((group) => valueLines(ledger, group))],
    ],
  ];
  const shown = blocks.filter(([, lines]) => lines.length > 0);
  return shown
    .map(([heading, lines]) => [`## ${heading}`, ...lines.map((line) => `- ${line}`)].join('\n'))
    .join('\n\n');
}

function valueLines(
  ledger: readonly LedgerItem[],
  [title, kinds]: (typeof groups)[number],
): string[] {
  const items = ledger.filter(
    ({ kind, spokenUses }) => kinds.includes(kind) && (spokenUses > 0 || kind === 'error'),
  );
  if (items.length === 0) return [];
  // Facts are ordered by last use, values by rank.
  const isFact = kinds.some((kind) => kind === 'error' || kind === 'setting' || kind === 'command');
  const chosen = isFact ? items.slice(-MAX_VALUES) : items.slice(0, MAX_VALUES);
  const rest = items.length - chosen.length;
  const named = chosen.map(({ value, lastSeq }) => `\`${firstLine(value)}\` (#${lastSeq})`);
  return [`${title}: ${named.join(', ')}${rest === 0 ? '' : `, ${rest} more`}`];
}

function firstLine(value: string): string {
  const [line = ''] = value.split('\n', 1);
  return line.replaceAll('`', "'");
}
