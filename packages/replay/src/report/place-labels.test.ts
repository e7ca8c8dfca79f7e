import { describe, expect, it } from 'vitest';

import { placeLabels } from './place-labels.js';

const bounds = { left: 0, top: 0, right: 200, bottom: 100 };

describe('placeLabels', () => {
  it('writes to the right of a dot, to the left at the edge', () => {
    const [middle, edge] = placeLabels(
      [
        { left: 50, top: 50, width: 40 },
        { left: 195, top: 20, width: 40 },
      ],
      bounds,
    );
    expect(middle).toEqual({ left: 58, top: 53.5 });
    expect(edge).toEqual({ left: 147, top: 23.5 });
  });

  it('covers neither another dot nor a label that is there', () => {
    const dots = [
      { left: 50, top: 50, width: 40 },
      { left: 52, top: 53, width: 40 },
      { left: 70, top: 50, width: 40 },
    ];
    const places = placeLabels(dots, bounds);
    const tops = places.map((place) => place?.top);
    expect(places).not.toContain(undefined);
    for (const [index, place] of places.entries()) {
      for (const { left, top } of dots) {
        const isBeside = place!.left >= left + 6 || place!.left + dots[index]!.width <= left - 6;
        expect(isBeside || Math.abs(place!.top - 3.5 - top) >= 11.5).toBe(true);
      }
    }
    expect(new Set(tops.map((top, index) => `${top} ${places[index]!.left}`)).size).toBe(3);
  });

  it('leaves a label out where there is no room', () => {
    expect(placeLabels([{ left: 50, top: 50, width: 400 }], bounds)).toEqual([undefined]);
  });
});
