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
}

/** The features of groups (oldest first), in one pass from the newest. */
export function groupFeatures(groups: readonly MessageGroup[]): GroupFeatures[] {
  const held = new Set<string>();
  const written = new Set<string>();
  const uses = new Map<string, { count: number; last: number; changed: boolean }>();
  const features: GroupFeatures[] = [];
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
