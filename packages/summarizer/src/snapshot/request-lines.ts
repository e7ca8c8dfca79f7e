import type { SummarizeInput } from '@everlong/core';

import { describeStatus, isOpen, type RequestStatus } from '../sections/request-statuses.js';
import type { Sections } from '../sections/section-names.js';

/** The maximum number of open requests listed besides the first and the latest ones. */
const MAX_OPEN = 6;
const stateRequest = /^((?:First|Earlier|Latest) request \(#(\d+))(\): )/;

/**
 * Adds the status of each request: after its entry in Current State, and as an item of Pending
 * Tasks if it is open and shown nowhere else. With `beside`, requests quoted in the visible text
 * are not quoted again.
 */
export function withStatuses(
  sections: Sections,
  requests: readonly RequestStatus[],
  { visibleText = '', beside = false }: Pick<SummarizeInput, 'visibleText' | 'beside'>,
): Sections {
  const told = beside ? visibleText : '';
  const bySeq = new Map(requests.map((request) => [request.seq, request]));
  const shown = new Set<number>();
  const state = (sections['Current State'] ?? []).flatMap((line) => {
    const [all = '', lead = '', seq = '', end = ''] = stateRequest.exec(line) ?? [];
    const request = bySeq.get(Number(seq));
    if (all === '' || request === undefined) return [line];
    shown.add(request.seq);
    const status = describeStatus(request);
    const words = line.slice(all.length);
    const last = toldStatus(told, request.seq);
    const isQuoted = last !== undefined && told.includes(`): ${words}\n`);
    if (!isQuoted) return [`${lead}; ${status}${end}${words}`];
    return last === status ? [] : [`${lead}; ${status}), as quoted above`];
  });
  const others = requests.filter(({ seq }) => !shown.has(seq));
  const kept = others.filter((request) => !isOpen(request) && isVisible(request, visibleText));
  const open = others.filter(isOpen).slice(-MAX_OPEN);
  const linesOf = (request: RequestStatus): string[] => {
    const status = describeStatus(request);
    const lead = `Request (#${request.seq}; ${status})`;
    const last = toldStatus(told, request.seq);
    const isQuoted = last !== undefined && told.includes(`): ${request.quoted}\n`);
    if (!isQuoted) return [`${lead}: ${request.quoted}`];
    return last === status ? [] : [`${lead}, as quoted above`];
  };
  return {
    ...sections,
    'Current State': [...state, ...kept.flatMap(linesOf)],
    'Pending Tasks': [...(sections['Pending Tasks'] ?? []), ...open.flatMap(linesOf)],
  };
}

/** The last status that a text gives for the request of an entry. */
function toldStatus(told: string, seq: number): string | undefined {
  // Matches "First request" as well as "Request".
  const lead = `equest (#${seq}; `;
  const at = told.lastIndexOf(lead);
  return at < 0 ? undefined : told.slice(at + lead.length, told.indexOf(')', at));
}

/** Shorter texts occur in many others. */
const MIN_VISIBLE_LENGTH = 12;

function isVisible({ quoted }: RequestStatus, visibleText: string): boolean {
  const [, first = ''] = /^"(.*?)"(?: \/ "| \[…\]$|$)/s.exec(quoted) ?? [];
  return first.length >= MIN_VISIBLE_LENGTH && visibleText.includes(first);
}
