import type { MessageGroup } from '../rendering/message-group.js';
import { type GroupContents, readContents } from './group-contents.js';

/** Signs in the log of how likely a group is needed again. */
export interface GroupFeatures extends GroupContents {
  /** Groups that follow it. */
  age: number;
  /** Of its lines, those that no later group holds, and those that the assistant wrote later. */
  fresh: number;
  quoted: number;
  /** How often later calls name one of its files, and how many groups follow the newest of them. */
  uses: number;
  lastUse: number | undefined;
  /** Whether a later call changed one of its files. */
  changed: boolean;
  /**
   * How much its words have in common with the newest groups, with the latest message of the user,
   * and with the newest plan: a word counts the more, the fewer groups hold it.
   */
  inNewest: number;
  inRequest: number;
  inPlan: number;
  /** Words that no other group holds. */
  ownWords: number;
  /** Whether it came after the latest message of the user. */
  sameTurn: boolean;
}

type Traces = Omit<GroupFeatures, 'inNewest' | 'inRequest' | 'inPlan' | 'ownWords' | 'sameTurn'>;

/** So many of the newest groups say what is being worked on. */
const NEWEST_GROUPS = 6;

/** The features of groups (oldest first). */
export function groupFeatures(groups: readonly MessageGroup[]): GroupFeatures[] {
  const traces = tracesOf(groups);
  const holders = new Map<string, number>();
  for (const { words } of traces) {
    for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  }
  const latestUser = groups.findLastIndex((group) => group.startsTurn);
  const newest = new Set(traces.slice(-NEWEST_GROUPS).flatMap(({ words }) => [...words]));
  const request = traces[latestUser]?.words ?? NONE;
  const plan = traces.findLast(({ kind }) => kind === 'plan')?.words ?? NONE;
  return traces.map((trace, index) => {
    const found = { inNewest: 0, inRequest: 0, inPlan: 0, ownWords: 0 };
    for (const word of trace.words) {
      const count = holders.get(word) ?? 1;
      const rarity = Math.log(groups.length / count);
      if (newest.has(word)) found.inNewest += rarity;
      if (request.has(word)) found.inRequest += rarity;
      if (plan.has(word)) found.inPlan += rarity;
      if (count === 1) found.ownWords++;
    }
    return { ...trace, ...found, sameTurn: latestUser >= 0 && index >= latestUser };
  });
}

const NONE: ReadonlySet<string> = new Set();

/** What later groups show of each group, in one pass from the newest. */
function tracesOf(groups: readonly MessageGroup[]): Traces[] {
  const held = new Set<string>();
  const written = new Set<string>();
  const uses = new Map<string, { count: number; last: number; changed: boolean }>();
  const features: Traces[] = [];
  for (let index = groups.length - 1; index >= 0; index--) {
    const group = groups[index];
    if (group === undefined) continue;
    const contents = readContents(group);
    const age = groups.length - 1 - index;
    let fresh = 0;
    let quoted = 0;
    for (const line of contents.lines) {
      if (!held.has(line)) fresh++;
      if (written.has(line)) quoted++;
    }
    const later = [...contents.files].flatMap((file) => uses.get(file) ?? []);
    features.push({
      ...contents,
      age,
      fresh,
      quoted,
      uses: later.reduce((most, { count }) => Math.max(most, count), 0),
      lastUse: later.length === 0 ? undefined : Math.min(...later.map(({ last }) => last)),
      changed: later.some(({ changed }) => changed),
    });
    for (const line of contents.lines) held.add(line);
    for (const line of contents.written) written.add(line);
    for (const file of contents.files) {
      const { count = 0, last = age, changed = false } = uses.get(file) ?? {};
      uses.set(file, { count: count + 1, last, changed: changed || contents.kind === 'change' });
    }
  }
  return features.toReversed();
}
