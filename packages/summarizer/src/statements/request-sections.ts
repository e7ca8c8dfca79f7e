import type { RequestStatus } from './request-statuses.js';

/** The key of `snapshot.sections` for the statuses, as `toRequestLines` writes them. */
export const REQUESTS = 'Requests';

/** The key of `snapshot.sections` for what came of them, as `toOutcomeLines` writes it. */
export const OUTCOMES = 'Outcomes';

/** The requests as data for a snapshot. */
export function toRequestSections(
  requests: readonly RequestStatus[],
): Record<typeof REQUESTS | typeof OUTCOMES, string[]> {
  return { [REQUESTS]: toRequestLines(requests), [OUTCOMES]: toOutcomeLines(requests) };
}

/** The requests of a snapshot's data; those of earlier versions have no outcomes. */
export function requestsIn(
  sections: Readonly<Record<string, readonly string[] | undefined>> = {},
): RequestStatus[] {
  return fromRequestLines(sections[REQUESTS], sections[OUTCOMES]);
}

function toRequestLines(requests: readonly RequestStatus[]): string[] {
  return requests.map(
    ({ seq, status, evidence, quoted }) => `${seq} ${status} ${evidence ?? '-'} ${quoted}`,
  );
}

/** What became of the requests, as lines after theirs. */
function toOutcomeLines(requests: readonly RequestStatus[]): string[] {
  return requests.flatMap(({ seq, outcome = '', acted = false }) =>
    outcome === '' && !acted ? [] : [`${seq} ${acted ? 'acted' : 'said'} ${outcome}`],
  );
}

function fromRequestLines(
  lines: readonly string[] = [],
  outcomeLines: readonly string[] = [],
): RequestStatus[] {
  const outcomes = new Map(
    outcomeLines.flatMap((line) => {
      const [, seq, kind, outcome = ''] = /^(\d+) (acted|said) (.*)$/s.exec(line) ?? [];
      return seq === undefined
        ? []
        : [[Number(seq), { acted: kind === 'acted', outcome }] as const];
    }),
  );
  return lines.flatMap((line) => {
    const match = /^(\d+) (open|answered|interrupted|done|superseded) (\d+|-) (.*)$/s.exec(line);
    if (match === null) return [];
    const [, seq, status, evidence, quoted = ''] = match;
    const { acted = false, outcome = '' } = outcomes.get(Number(seq)) ?? {};
    return [
      {
        seq: Number(seq),
        status: status as RequestStatus['status'],
        quoted,
        ...(evidence === '-' ? {} : { evidence: Number(evidence) }),
        ...(outcome === '' ? {} : { outcome }),
        ...(acted ? { acted } : {}),
      },
    ];
  });
}

/** The status in a few words, for display after the entry number of the request. */
export function describeStatus({ status, evidence }: RequestStatus): string {
  if (evidence === undefined) return status;
  const relation = {
    open: 'open, see',
    answered: 'answered in',
    interrupted: 'open, interrupted in',
    done: 'done in',
    superseded: 'superseded by',
  }[status];
  return `${relation} #${evidence}`;
}
