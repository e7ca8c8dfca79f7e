/** A list as a value: `add` makes another one, at a cost that does not grow with the list. */
export interface GrowingList<Item> {
  items(): readonly Item[];
  add(item: Item): GrowingList<Item>;
}

export function createGrowingList<Item>(): GrowingList<Item> {
  return firstOf<Item>([], 0);
}

/** The first `length` of what is shared with the lists that were made from this one. */
function firstOf<Item>(shared: Item[], length: number): GrowingList<Item> {
  let items: readonly Item[] | undefined;
  return {
    items() {
      items ??= shared.slice(0, length);
      return items;
    },
    add(item) {
      // Another list has grown from this one already: its items stay its own.
      const own = shared.length === length ? shared : shared.slice(0, length);
      own.push(item);
      return firstOf(own, own.length);
    },
  };
}
