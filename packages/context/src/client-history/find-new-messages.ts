import type { ModelMessage, ToolPart } from '@everlong/core';

/** What a message is known by: its words, or the ids of its calls and results. */
export interface Fingerprint {
  key: string;
  message: number;
  /** For a part of a tool message: its place there. */
  part?: number;
}

/**
 * The messages of `history` after the place where it meets the end of a log. Messages are known by
 * their words, calls and results by their ids, so that a history whose older parts were masked,
 * shortened or merged on the way still meets. Where nothing meets, the newest turn is returned, for
 * an empty log everything. Messages that hold nothing a model could see are left out. `isWhole`:
 * whether the log has no more than `logEnd`.
 */
export function findNewMessages(
  logEnd: readonly ModelMessage[],
  history: readonly ModelMessage[],
  { isWhole = true } = {},
): ModelMessage[] {
  const fingerprints = history.flatMap(fingerprintsOf);
  const known = new Set(fingerprints.map(({ key }) => key));
  // Answers to approval requests do not reach a model, so its prompts lack them.
  const log = logEnd
    .flatMap(fingerprintsOf)
    .map(({ key }) => key)
    .filter((key) => !key.startsWith('approval ') || known.has(key));
  const met = meetingPlace(
    log,
    fingerprints.map(({ key }) => key),
    { isWhole },
  );
  const from = met ?? (log.length === 0 ? 0 : newestTurn(fingerprints, history));
  return pick(fingerprints.slice(from), history, fingerprints[from - 1]?.message);
}

/**
 * The length of the beginning of `history` that ends as the log does: the longest agreement wins,
 * of equal ones that which nothing contradicts, then the last one. Of a log that is not `isWhole`,
 * more comes before `log`.
 */
export function meetingPlace(
  log: readonly string[],
  history: readonly string[],
  { isWhole = true } = {},
): number | undefined {
  let best = { length: 0, rank: 0 };
  for (let length = history.length; length > 0; length--) {
    let agreed = 0;
    while (agreed < Math.min(length, log.length)) {
      if (history[length - 1 - agreed] !== log[log.length - 1 - agreed]) break;
      agreed++;
    }
    if (agreed === 0) continue;
    // How many of the two agree to their very beginning.
    const isAll = agreed === log.length;
    const ends = Number(agreed === length && (isWhole || !isAll)) + Number(isAll);
    const rank = agreed * 3 + ends;
    if (rank > best.rank) best = { length, rank };
  }
  return best.rank === 0 ? undefined : best.length;
}

function newestTurn(
  fingerprints: readonly Fingerprint[],
  history: readonly ModelMessage[],
): number {
  return Math.max(
    0,
    fingerprints.findLastIndex(({ message }) => history[message]?.role === 'user'),
  );
}

/**
 * The messages of these fingerprints; of a message that is known in part, only its new results.
 */
function pick(
  fingerprints: readonly Fingerprint[],
  history: readonly ModelMessage[],
  lastKnown: number | undefined,
): ModelMessage[] {
  const places = [...new Set(fingerprints.map(({ message }) => message))];
  return places.flatMap((place) => {
    const message = history[place];
    if (message === undefined) return [];
    if (place !== lastKnown) return [message];
    if (message.role !== 'tool') return [];
    const parts = new Set(
      fingerprints.filter((key) => key.message === place).map(({ part }) => part),
    );
    return [{ ...message, content: message.content.filter((_, index) => parts.has(index)) }];
  });
}

export function fingerprintsOf(message: ModelMessage, index: number): Fingerprint[] {
  const say = (key: string): Fingerprint[] => [{ key, message: index }];
  switch (message.role) {
    case 'system':
      return [];
    case 'user': {
      const { text, files } = contents(message);
      return text === '' && files === 0 ? [] : say(`user ${files} ${text}`);
    }
    case 'assistant': {
      const { text, thoughts, files, calls } = contents(message);
      if (calls.length > 0) return calls.flatMap((id) => say(`call ${id}`));
      const words = text === '' ? thoughts : text;
      return words === '' && files === 0 ? [] : say(`assistant ${files} ${words}`);
    }
    case 'tool':
      return message.content.map((part, place) => ({
        key: partFingerprint(part),
        message: index,
        part: place,
      }));
  }
}

function partFingerprint(part: ToolPart): string {
  return part.type === 'tool-result' ? `result ${part.toolCallId}` : `approval ${part.approvalId}`;
}

function contents({ content }: Extract<ModelMessage, { role: 'user' | 'assistant' }>): {
  text: string;
  thoughts: string;
  files: number;
  calls: string[];
} {
  if (typeof content === 'string')
    return { text: content.trim(), thoughts: '', files: 0, calls: [] };
  const texts: string[] = [];
  const thoughts: string[] = [];
  const calls: string[] = [];
  let files = 0;
  for (const part of content) {
    if (part.type === 'text') texts.push(part.text.trim());
    else if (part.type === 'reasoning') thoughts.push(part.text.trim());
    else if (part.type === 'tool-call') calls.push(part.toolCallId);
    else if (part.type === 'file' || part.type === 'image') files++;
  }
  const joined = (lines: string[]): string => lines.filter((line) => line !== '').join('\n');
  return { text: joined(texts), thoughts: joined(thoughts), files, calls };
}
