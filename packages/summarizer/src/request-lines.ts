import type { SummarizeInput } from '@everlong/core';

import { describeStatus, type RequestStatus } from './request-statuses.js';
import type { Sections } from './section-names.js';

/** The most open requests that are listed beside the first and the latest ones. */
const MAX_OPEN = 6;
const stateRequest = /^((?:First|Earlier|Latest) request \(#(\d+))(\): )/;

/**
 * The sections with the status of each request that they or the messages beside the snapshot show:
 * behind its entry in Current State, and as an item of Pending Tasks where it is open and shown
 * nowhere else. With `beside` a request whose words stand above is not quoted again.
 */
export function withStatuses(
  sections: Sections,
  requests: readonly RequestStatus[],
  { visibleText = '', beside = false }: Pick<SummarizeInput, 'visibleText' | 'beside'>,
): Sections {
  const told = beside ? visibleText : '';
  const bySeq = new Map(requests.map((request) => [request.seq, request]));
  const shown = new Set<number>();
  const state = (sections['Current State'] ?? []).map((line) => {
    const [all = '', lead = '', seq = '', end = ''] = stateRequest.exec(line) ?? [];
    const request = bySeq.get(Number(seq));
    if (all === '' || request === undefined) return line;
    shown.add(request.seq);
    const status = `${lead}; ${describeStatus(request)}`;
    const words = line.slice(all.length);
    const isTold = told.includes(`${lead}; `) && told.includes(`): ${words}\n`);
    const isNews = !told.includes(`${status}${end}`);
    return isTold && isNews ? `${status}), as quoted above` : `${status}${end}${words}`;
  });
  const others = requests.filter(({ seq }) => !shown.has(seq));
  const kept = others.filter(
    (request) => request.status !== 'open' && isVisible(request, visibleText),
  );
  const open = others.filter(({ status }) => status === 'open').slice(-MAX_OPEN);
  return {
    ...sections,
    'Current State': [...state, ...kept.map((request) => lineOf('Request', request))],
    'Pending Tasks': [
      ...(sections['Pending Tasks'] ?? []),
      ...open.map((request) => lineOf('Request', request)),
    ],
  };
}

function lineOf(name: string, request: RequestStatus): string {
  return `${name} (#${request.seq}; ${describeStatus(request)}): ${request.quoted}`;
}

function isVisible({ quoted }: RequestStatus, visibleText: string): boolean {
  const [, first = ''] = /^"(.*?)"(?: \/ "| \[…\]$|$)/s.exec(quoted) ?? [];
  return first !== '' && visibleText.includes(first);
}
