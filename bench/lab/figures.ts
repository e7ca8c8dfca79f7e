/** The figures that the lab prints of every policy and window. */
import type { PolicyResult, SessionShare } from '@everlong/replay';

/** What a figure is of one session: part of whole. */
type Share = Omit<SessionShare, 'source'>;

export interface Figure {
  title: string;
  format: (value: number) => string;
  /** `newest` is the yardstick's result of the same session and window. */
  share(result: PolicyResult, newest: PolicyResult): Share;
}

const ratio = (value: number): string => value.toFixed(2);
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const rate = (value: number): string => value.toFixed(1);

function cost(result: PolicyResult): number {
  return result.closedLoop?.costToFinish ?? 0;
}

/** A count per 100 requests: its mean over requests is its sum. */
function perHundred(count: number, requests: number): Share {
  return { part: count * 100, whole: requests, requestSum: count * 100, requests };
}

function inForce(index: number): Figure['share'] {
  return ({ constraintsInForce }) => {
    const { present = 0, labelled = 0 } = constraintsInForce[index] ?? {};
    return { part: present, whole: labelled };
  };
}

/** The first two are what the picture shows; all three are the headline. */
export const costFigure: Figure = {
  title: 'cost to finish, of `newest`',
  format: ratio,
  share: (result, newest) => ({ part: cost(result), whole: cost(newest) }),
};

export const readAgainFigure: Figure = {
  title: 'read again per 100 calls',
  format: rate,
  share: ({ requests, closedLoop }) => perHundred(closedLoop?.readAgain ?? 0, requests),
};

export const linesFigure: Figure = {
  title: 'needed lines present',
  format: percent,
  share: ({ neededLines: { present, needed, meanRecall, requests } }) => ({
    part: present,
    whole: needed,
    requestSum: (meanRecall ?? 0) * requests,
    requests,
  }),
};

export const figures: readonly Figure[] = [
  costFigure,
  readAgainFigure,
  {
    title: 'extra calls per 100',
    format: rate,
    share: ({ requests, closedLoop }) => perHundred(closedLoop?.extraCalls ?? 0, requests),
  },
  {
    title: 'unmet per 100 calls',
    format: rate,
    share: ({ requests, closedLoop }) => perHundred(closedLoop?.unmet ?? 0, requests),
  },
  linesFigure,
  {
    title: 'stale',
    format: percent,
    share: ({ neededLines: { stale, needed } }) => ({ part: stale, whole: needed }),
  },
  {
    title: 'regret',
    format: percent,
    share: ({ neededLines: { regret, needed } }) => ({ part: regret, whole: needed }),
  },
  {
    title: 'lines at risk present',
    format: percent,
    share: ({ neededLines: { atRisk } }) => ({ part: atRisk.present, whole: atRisk.needed }),
  },
  {
    title: 'needed values present',
    format: percent,
    share: ({ neededValues: { present, needed, meanRecall, requests } }) => ({
      part: present,
      whole: needed,
      requestSum: (meanRecall ?? 0) * requests,
      requests,
    }),
  },
  {
    title: 'values at risk present',
    format: percent,
    share: ({ neededValues: { atRisk } }) => ({
      part: atRisk.present,
      whole: atRisk.needed,
      requestSum: (atRisk.meanRecall ?? 0) * atRisk.requests,
      requests: atRisk.requests,
    }),
  },
  {
    title: 'values at risk with context',
    format: percent,
    share: ({ neededValues: { atRisk } }) => {
      const cued = atRisk.needed - atRisk.uncued;
      return { part: Math.round((atRisk.contextRecall ?? 0) * cued), whole: cued };
    },
  },
  {
    title: 'derivable values at risk present',
    format: percent,
    share: ({ neededValues: { derivable } }) => ({
      part: derivable.atRisk.present,
      whole: derivable.atRisk.needed,
    }),
  },
  {
    title: 'edits apply',
    format: percent,
    share: ({ editsApply }) => ({ part: editsApply.present, whole: editsApply.edits }),
  },
  {
    title: 'code length, extra phrases a message',
    format: rate,
    share: ({ codeLength: { extra, messages } }) => ({
      part: extra,
      whole: messages,
      requestSum: extra,
      requests: messages,
    }),
  },
  {
    title: 'tokens of snapshots in a full request',
    format: (value) => value.toFixed(0),
    share: ({ snapshotTokens, snapshotRequests }) => ({
      part: (snapshotTokens ?? 0) * snapshotRequests,
      whole: snapshotRequests,
    }),
  },
  {
    title: 'snapshot lines used',
    format: percent,
    share: ({ snapshotLines: { used, total } }) => ({ part: used, whole: total }),
  },
  {
    title: 'snapshot lines that are lists',
    format: percent,
    share: ({ snapshotLines: { lists, total } }) => ({ part: lists, whole: total }),
  },
  { title: 'constraints after 1 compaction', format: percent, share: inForce(0) },
  { title: 'after 3', format: percent, share: inForce(1) },
  { title: 'after 10', format: percent, share: inForce(2) },
];
