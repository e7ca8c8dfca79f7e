import { foreignTime } from '../lines/supyagent-line.js';
import { parseObject } from '../files/parse-object.js';
import type { OpenLog } from '../log/open-log.js';
import type { LogLine } from '../log/read-pages.js';

/** Times of lines that another program wrote, some of them without a time of their own. */
export interface LineTimes {
  /** The line's time, else that of the nearest line before it that has one. */
  at(line: LogLine): Promise<string | undefined>;
}

/** The store's own lines begin like this and always have a time. */
const ownLine = /^\{"type":"\w+","seq":\d/;

/** Reads backwards from a line until one has a time, and remembers the lines passed. */
export function createLineTimes(log: OpenLog): LineTimes {
  let passed = { from: 0, to: -1, time: undefined as string | undefined };

  async function search(seq: number): Promise<string | undefined> {
    for await (const page of log.pages({ to: seq - 1, reverse: true })) {
      for (const line of page) {
        const time = timeIn(line);
        if (time === undefined) continue;
        passed = { from: line.seq, to: seq, time };
        return time;
      }
    }
    passed = { from: 0, to: seq, time: undefined };
    return undefined;
  }

  return {
    async at(line) {
      if (line.text === undefined || ownLine.test(line.text)) return undefined;
      const own = timeIn(line);
      if (own !== undefined) {
        passed = { from: line.seq, to: line.seq, time: own };
        return own;
      }
      const isNext = line.seq >= passed.from && line.seq <= passed.to + 1;
      if (!isNext) return search(line.seq);
      passed.to = Math.max(passed.to, line.seq);
      return passed.time;
    },
  };
}

/** The time that a line states itself. */
export function timeIn({ text }: LogLine): string | undefined {
  return text === undefined ? undefined : foreignTime(parseObject(text) ?? {});
}
