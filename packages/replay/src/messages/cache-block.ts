/** One content block of a request: equal keys mean equal bytes. */
export interface CacheBlock {
  key: string | number;
  tokens: number;
}
