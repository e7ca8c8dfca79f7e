/** One page of a list. */
export interface Page<Item> {
  object: 'list';
  data: Item[];
  /** Pass it as `before` for the page before; `null` on an empty page. */
  first_id: string | null;
  /** Pass it as `after` for the next page; `null` on an empty page. */
  last_id: string | null;
  /** True if a further page follows in this direction. */
  has_more: boolean;
}

/** Which page of a list. */
export interface PageQuery {
  /** The id that the page follows. Default: the start of the list. */
  after?: string;
  /** The id that the page precedes. */
  before?: string;
  /** At most so many items, up to 100. Default 20. */
  limit?: number;
  /** By time of creation. Default `desc`, newest first. */
  order?: 'asc' | 'desc';
}
