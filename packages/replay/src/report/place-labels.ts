/** A dot and the width of its label. */
export interface LabelledDot {
  left: number;
  top: number;
  width: number;
}

/** Where a label's text starts: its left end and its base line. */
export interface LabelPlace {
  left: number;
  top: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const HEIGHT = 11;
const GAP = 8;
const DOT = 6;

/**
 * Finds a place for each label next to its dot that overlaps no other label or dot, within bounds;
 * `undefined` if there is none. Earlier dots choose first.
 */
export function placeLabels(
  dots: readonly LabelledDot[],
  bounds: Box,
): readonly (LabelPlace | undefined)[] {
  const taken: Box[] = dots.map(({ left, top }) => ({
    left: left - DOT,
    top: top - DOT,
    right: left + DOT,
    bottom: top + DOT,
  }));
  return dots.map((dot) => {
    const box = placesOf(dot).find(
      (place) => isWithin(place, bounds) && !taken.some((other) => isOver(place, other)),
    );
    if (box === undefined) return undefined;
    taken.push(box);
    return { left: box.left, top: box.bottom - 2 };
  });
}

/**
 * Right and left, then slightly below and above; further away it might seem to label another dot.
 */
function placesOf({ left, top, width }: LabelledDot): Box[] {
  const boxAt = (from: number, middle: number): Box => ({
    left: from,
    top: middle - HEIGHT / 2,
    right: from + width,
    bottom: middle + HEIGHT / 2,
  });
  const [right, leftOf, centered] = [left + GAP, left - GAP - width, left - width / 2];
  return [0, 9, -9, 13, -13].flatMap((away) => [
    boxAt(right, top + away),
    boxAt(leftOf, top + away),
    ...(Math.abs(away) > DOT + HEIGHT / 2 ? [boxAt(centered, top + away)] : []),
  ]);
}

function isWithin(box: Box, { left, top, right, bottom }: Box): boolean {
  return box.left >= left && box.top >= top && box.right <= right && box.bottom <= bottom;
}

function isOver(box: Box, other: Box): boolean {
  const isBeside = box.right <= other.left || other.right <= box.left;
  return !isBeside && box.bottom > other.top && other.bottom > box.top;
}
