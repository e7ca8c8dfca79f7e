import type { Line, Room } from './room.js';
import { createSalience, type Salience } from './salience.js';
import type { Act, Said, Turn } from './turn.js';
import { actLine, endLine, noteLine, wordLines } from './turn-lines.js';

/** The most that each may take of the room: the user's words with the ends of turns, acts with notes. */
const WORDS_SHARE = 0.8;
const ACTS_SHARE = 0.35;
/** To how many UTF-16 units words are shortened where they do not fit: first in brief, then longer. */
const BRIEF_LENGTHS = [160, 60] as const;
const FULL_LENGTHS = [Infinity, 2000, 1000, 500];
/** One message takes at most so much of the room of all. */
const LONGEST_SHARE = 0.4;
/** Notes of the assistant within a turn: one for so many calls. */
const CALLS_PER_NOTE = 8;

export interface ChooseTurnsOptions {
  turns: readonly Turn[];
  /** What the user's messages say that the request shows besides. */
  visibleUserText: string;
  /** The last entry of the range. */
  throughSeq: number;
  /** Whether entries follow that belong to the newest turn. */
  goesOn: boolean;
}

/** The lines of a turn that are shown. */
interface ShownTurn {
  words: Line[];
  end: Line;
  acts: Map<number, Line>;
  notes: Map<number, Line>;
}

/** The turns as lines, and how many of their parts are left out. */
export interface ChosenTurns {
  lines: string[];
  left: { requests: number; acts: number };
}

/**
 * Chooses what is told of the turns: the user's words first, each with how its turn ended, then acts,
 * then notes. Of words that do not all fit: the newest, the first, those of turns without a call, and
 * those that are spoken of again.
 */
export function chooseTurns(options: ChooseTurnsOptions, room: Room): ChosenTurns {
  const { turns } = options;
  const salience = createSalience(turns.flatMap(({ words, said }) => [words, ...said.map(({ text }) => text)]));
  const shown = new Map<Turn, ShownTurn>();
  const whole = room.left();
  addWords(options, { room, shown, salience, reserve: whole * (1 - WORDS_SHARE) });
  const reserve = Math.max(0, room.left() - whole * ACTS_SHARE);
  addActs(turns, { room, shown, reserve });
  addNotes(turns, { room, shown, salience, reserve });
  const acts = turns.reduce((sum, turn) => sum + turn.acts.length, 0);
  const told = [...shown.values()].reduce((sum, turn) => sum + turn.acts.size, 0);
  return {
    lines: turns.flatMap((turn) => linesOf(turn, shown.get(turn))),
    left: { requests: turns.length - shown.size, acts: acts - told },
  };
}

interface Choice {
  room: Room;
  shown: Map<Turn, ShownTurn>;
  reserve: number;
}

/** Tells every turn in brief as far as there is room, then the words that are needed most in full. */
function addWords(
  { turns, visibleUserText, goesOn, throughSeq }: ChooseTurnsOptions,
  { room, shown, salience, reserve }: Choice & { salience: Salience },
): void {
  const longest = (room.left() - reserve) * LONGEST_SHARE;
  const newest = turns.at(-1);
  const needed = byNeed(turns, salience);
  const isVisible = (turn: Turn): boolean =>
    turn === newest && turn.words !== '' && visibleUserText.includes(turn.words);
  const wordsOf = (turn: Turn, length: number): Line[] =>
    (isVisible(turn) ? [`#${turn.seq} user: the message itself follows`] : wordLines(turn, length)).map(
      (line) => room.line(line),
    );
  for (const length of BRIEF_LENGTHS) {
    for (const turn of needed) {
      if (shown.has(turn)) continue;
      const isNewest = turn === newest;
      const end = room.line(endLine(turn, { isNewest, goesOn: isNewest && goesOn, throughSeq, salience }));
      const words = wordsOf(turn, length);
      if (room.take([...words, end], reserve)) {
        shown.set(turn, { words, end, acts: new Map(), notes: new Map() });
      }
    }
  }
  for (const length of FULL_LENGTHS) {
    for (const turn of needed) {
      const place = shown.get(turn);
      if (place === undefined || turn.words.length <= BRIEF_LENGTHS[0]) continue;
      const words = wordsOf(turn, length);
      const tokens = tokensOf(words);
      const more = { text: '', tokens: tokens - tokensOf(place.words) };
      if (more.tokens > 0 && tokens <= longest && room.take([more], reserve)) place.words = words;
    }
  }
}

function tokensOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.tokens, 0);
}

/** The turns whose words are needed most first. */
function byNeed(turns: readonly Turn[], salience: Salience): Turn[] {
  const [first, newest] = [turns[0], turns.at(-1)];
  const rank = (turn: Turn): number =>
    turn === newest ? 3 : turn === first ? 2 : turn.calls === 0 ? 1 : 0;
  return turns
    .map((turn, index) => ({ turn, rank: rank(turn), worth: index / turns.length + salience(turn.words) / 10 }))
    .toSorted((one, other) => other.rank - one.rank || other.worth - one.worth)
    .map(({ turn }) => turn);
}

/** Adds acts: the newest, then those whose kind is rare here; only to turns that are shown. */
function addActs(turns: readonly Turn[], { room, shown, reserve }: Choice): void {
  const times = new Map<string, number>();
  const all = turns.flatMap((turn) => turn.acts.map((act) => ({ turn, act })));
  for (const { act } of all) times.set(act.kind, (times.get(act.kind) ?? 0) + 1);
  const newest = all.slice(-NEWEST_ACTS).toReversed();
  const rest = all.slice(0, -NEWEST_ACTS).toReversed();
  const commonness = ({ act }: { act: Act }): number => times.get(act.kind) ?? 0;
  const ranked = [...newest, ...rest.toSorted((one, other) => commonness(one) - commonness(other))];
  for (const { turn, act } of ranked) {
    const line = room.line(actLine(act));
    const place = shown.get(turn);
    if (place !== undefined && room.take([line], reserve)) place.acts.set(act.seq, line);
  }
}

const NEWEST_ACTS = 6;

/** Of turns with many calls, what the assistant said in between and says most. */
function addNotes(
  turns: readonly Turn[],
  { room, shown, salience, reserve }: Choice & { salience: Salience },
): void {
  for (const turn of turns.toReversed()) {
    const place = shown.get(turn);
    if (place === undefined) continue;
    const notes = turn.said
      .slice(0, -1)
      .toSorted((one: Said, other: Said) => salience(other.text) - salience(one.text))
      .slice(0, Math.floor(turn.calls / CALLS_PER_NOTE));
    for (const note of notes) {
      const line = room.line(noteLine(note, salience));
      if (room.take([line], reserve)) place.notes.set(note.seq, line);
    }
  }
}

function linesOf(turn: Turn, shown: ShownTurn | undefined): string[] {
  if (shown === undefined) return [];
  const between = [...shown.acts, ...shown.notes]
    .toSorted(([one], [other]) => one - other)
    .map(([, { text }]) => text);
  return [...shown.words.map(({ text }) => text), ...between, shown.end.text];
}
