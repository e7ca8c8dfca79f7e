import { type Line, offer, type Room } from './room.js';
import { createSalience, type Salience } from './salience.js';
import type { Act, Turn } from './turn.js';
import {
  actLine,
  ANSWERED,
  briefActLine,
  endLine,
  endMark,
  noteLine,
  wordLines,
} from './turn-lines.js';

/** The user's words have the first claim on the room, up to this share of it. */
const WORDS_SHARE = 0.75;
/** Acts, what came of them and what was said in between take at most these, however many there are. */
const ACTS_SHARE = 0.18;
const RESULTS_SHARE = 0.18;
const NOTES_SHARE = 0.06;
/** To how many UTF-16 units words are shortened where they do not fit: in brief, then longer. */
const BRIEF_LENGTHS = [160, 60] as const;
const FULL_LENGTHS = [Infinity, 4000, 2000, 1000, 500];
/** One message takes at most so much of the room for all words. */
const LONGEST_SHARE = 0.25;
/** The first message, which is often the task, and the newest at most so much. */
const TASK_SHARE = 0.85;
/** Notes of the assistant within a turn: one for so many calls. */
const CALLS_PER_NOTE = 8;
/** In small windows, whose accounts have less room than this, messages need what is left of it. */
const LEAST_TO_FILL = 1500;
/** How long the last words of a turn may be where there is room. */
const LONG_END_LENGTH = 700;
/** So many of the newest acts are told before those whose kind is rare. */
const NEWEST_ACTS = 6;

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
  /** What came of the turn, as the words of its end or as a mark. */
  end: Line;
  acts: Map<Act, Line>;
  notes: Map<number, Line>;
}

/** The turns as lines, and how many of their parts are left out. */
export interface ChosenTurns {
  lines: string[];
  left: { requests: number; acts: number };
}

/**
 * Chooses what is told of the turns: the user's words first, each with what came of its turn; then
 * acts and the words in which turns ended. Everything is told in brief before anything is told in
 * full. Of words that do not fit: the newest, the first, those of turns without a call, and those
 * that are spoken of again.
 */
export function chooseTurns(options: ChooseTurnsOptions, room: Room): ChosenTurns {
  const { turns } = options;
  const texts = turns.flatMap(({ words, said }) => [words, ...said.map(({ text }) => text)]);
  const choice: Choice = {
    ...options,
    room,
    shown: new Map(),
    salience: createSalience(texts),
    whole: room.left(),
  };
  addWords(choice);
  addActs(choice, room.left() - choice.whole * ACTS_SHARE);
  addResults(choice, room.left() - choice.whole * RESULTS_SHARE);
  addEnds(choice, 0);
  // What is left is the user's first.
  lengthenWords(choice, byNeed(choice), { most: () => Infinity, reserve: 0 });
  addNotes(choice, room.left() - choice.whole * NOTES_SHARE);
  if (choice.whole >= LEAST_TO_FILL) {
    // What nobody took is for how turns ended, then for the rest.
    addEnds(choice, 0, LONG_END_LENGTH);
    addNotes(choice, 0);
    addActs(choice, 0);
    addResults(choice, 0);
  }
  const acts = turns.reduce((sum, turn) => sum + turn.acts.length, 0);
  const told = [...choice.shown.values()].reduce((sum, turn) => sum + turn.acts.size, 0);
  return {
    lines: turns.flatMap((turn) => linesOf(choice.shown.get(turn))),
    left: { requests: turns.length - choice.shown.size, acts: acts - told },
  };
}

interface Choice extends ChooseTurnsOptions {
  room: Room;
  shown: Map<Turn, ShownTurn>;
  salience: Salience;
  /** All that there was room for. */
  whole: number;
}

/** Tells every turn in brief as far as there is room, then the words that are needed most in full. */
function addWords(choice: Choice): void {
  const { turns, room, shown, whole } = choice;
  const reserve = whole * (1 - WORDS_SHARE);
  const needed = byNeed(choice);
  for (const length of BRIEF_LENGTHS) {
    offer(needed, (turn) => {
      if (shown.has(turn)) return true;
      const words = wordsOf(choice, turn, length);
      const end = room.line(endMark(turn, endOptions(choice, turn)));
      if (!room.take([...words, end], reserve)) return false;
      shown.set(turn, { words, end, acts: new Map(), notes: new Map() });
      return true;
    });
  }
  const [first, newest] = [turns[0], turns.at(-1)];
  const most = (turn: Turn): number =>
    whole * WORDS_SHARE * (turn === newest || turn === first ? TASK_SHARE : LONGEST_SHARE);
  lengthenWords(choice, needed, { most, reserve });
}

/** Tells words at greater length, each message up to `most` tokens. */
function lengthenWords(
  choice: Choice,
  needed: readonly Turn[],
  { most, reserve }: { most: (turn: Turn) => number; reserve: number },
): void {
  const { room, shown } = choice;
  for (const length of FULL_LENGTHS) {
    offer(needed, (turn) => {
      const place = shown.get(turn);
      if (place === undefined || turn.words.length <= BRIEF_LENGTHS[0]) return true;
      const words = wordsOf(choice, turn, length);
      const tokens = tokensOf(words);
      const more = { text: '', tokens: tokens - tokensOf(place.words) };
      if (more.tokens <= 0) return true;
      if (tokens > most(turn) || !room.take([more], reserve)) return false;
      place.words = words;
      return true;
    });
  }
}

function wordsOf({ turns, visibleUserText, room }: Choice, turn: Turn, length: number): Line[] {
  const isVisible = turn === turns.at(-1) && holdsLines(visibleUserText, turn.words);
  const lines = isVisible
    ? [`#${turn.seq} user: the message itself follows`]
    : wordLines(turn, length);
  return lines.map((line) => room.line(line));
}

/** Whether a text holds these words as whole lines: a short answer stands in many a longer line. */
function holdsLines(text: string, words: string): boolean {
  return words !== '' && `\n${text}\n`.includes(`\n${words}\n`);
}

function tokensOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.tokens, 0);
}

function endOptions({ turns, goesOn, throughSeq }: Choice, turn: Turn) {
  const isNewest = turn === turns.at(-1);
  return { isNewest, goesOn: isNewest && goesOn, throughSeq };
}

/** The turns whose words are needed most first. */
function byNeed({ turns, salience }: Choice): Turn[] {
  const [first, newest] = [turns[0], turns.at(-1)];
  const rank = (turn: Turn): number =>
    turn === newest ? 3 : turn === first ? 2 : turn.calls === 0 ? 1 : 0;
  return turns
    .map((turn, index) => ({
      turn,
      rank: rank(turn),
      worth: index / turns.length + salience(turn.words) / 10,
    }))
    .toSorted((one, other) => other.rank - one.rank || other.worth - one.worth)
    .map(({ turn }) => turn);
}

/** Adds acts in brief. */
function addActs(choice: Choice, reserve: number): void {
  const { room, shown } = choice;
  offer(rankedActs(choice), ({ turn, act }) => {
    const place = shown.get(turn);
    if (place === undefined || place.acts.has(act)) return true;
    const line = room.line(briefActLine(act));
    if (!room.take([line], reserve)) return false;
    place.acts.set(act, line);
    return true;
  });
}

/** Tells what came of the acts that are shown. */
function addResults(choice: Choice, reserve: number): void {
  const { room, shown } = choice;
  offer(rankedActs(choice), ({ turn, act }) => {
    const acts = shown.get(turn)?.acts;
    const brief = acts?.get(act);
    if (acts === undefined || brief === undefined) return true;
    const line = room.line(actLine(act));
    if (!replaced(room, [brief, line], reserve)) return false;
    acts.set(act, line);
    return true;
  });
}

/** The newest acts, then those whose kind is rare here. */
function rankedActs({ turns }: Choice): { turn: Turn; act: Act }[] {
  const times = new Map<string, number>();
  const all = turns.flatMap((turn) => turn.acts.map((act) => ({ turn, act })));
  for (const { act } of all) times.set(act.kind, (times.get(act.kind) ?? 0) + 1);
  const newest = all.slice(-NEWEST_ACTS).toReversed();
  const rest = all.slice(0, -NEWEST_ACTS).toReversed();
  const commonness = ({ act }: { act: Act }): number => times.get(act.kind) ?? 0;
  return [...newest, ...rest.toSorted((one, other) => commonness(one) - commonness(other))];
}

/** Adds the last words of turns in the place of their marks, the newest first. */
function addEnds(choice: Choice, reserve: number, length?: number): void {
  const { turns, room, shown } = choice;
  offer(turns.toReversed(), (turn) => {
    const place = shown.get(turn);
    if (place === undefined || turn.said.length === 0) return true;
    const line = room.line(endLine(turn, endOptions(choice, turn), length));
    if (!replaced(room, [place.end, line], reserve)) return false;
    place.end = line;
    return true;
  });
}

/** Takes what a longer line needs beyond the one in its place. */
function replaced(room: Room, [old, next]: readonly [Line, Line], reserve: number): boolean {
  return room.take([{ text: '', tokens: next.tokens - old.tokens }], reserve);
}

/** Of turns with many calls, what the assistant said in between and says most. */
function addNotes({ turns, room, shown, salience }: Choice, reserve: number): void {
  const notes = turns.toReversed().flatMap((turn) => {
    const place = shown.get(turn);
    if (place === undefined || turn.calls < CALLS_PER_NOTE) return [];
    const ranked = turn.said
      .slice(0, -1)
      .map((note) => ({ place, note, worth: salience(note.text) }))
      .toSorted((one, other) => other.worth - one.worth);
    return ranked.slice(0, Math.floor(turn.calls / CALLS_PER_NOTE));
  });
  offer(notes, ({ place, note }) => {
    if (place.notes.has(note.seq)) return true;
    const line = room.line(noteLine(note));
    if (!room.take([line], reserve)) return false;
    place.notes.set(note.seq, line);
    return true;
  });
}

function linesOf(shown: ShownTurn | undefined): string[] {
  if (shown === undefined) return [];
  const { words, end, acts, notes } = shown;
  const between = [...notes, ...[...acts].map(([{ seq }, line]) => [seq, line] as const)]
    .toSorted(([one], [other]) => one - other)
    .map(([, { text }]) => text);
  const said = words.map(({ text }) => text);
  const isMark = end.text.startsWith('→');
  if (!isMark) return [...said, ...between, end.text];
  if (said.length === 1 && between.length === 0) return [`${said[0]} ${end.text}`];
  // Acts say what came of a turn.
  const isTold = acts.size > 0 && end.text.startsWith(ANSWERED);
  return [...said, ...between, ...(isTold ? [] : [`- ${end.text}`])];
}
