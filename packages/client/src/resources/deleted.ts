/** The answer to a deletion. */
export interface Deleted {
  object: 'deleted';
  id: string;
  deleted: true;
}
