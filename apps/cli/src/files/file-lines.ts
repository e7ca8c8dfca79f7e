/** A line of a file, and its place for errors. */
export interface FileLine {
  text: string;
  /** `file:line`. */
  place: string;
}

/** The lines of a file that are not blank, read as it comes. */
export async function* fileLines(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<FileLine> {
  const decoder = new TextDecoder();
  let number = 0;
  /** The line that has not ended: joined once, since it may come in many pieces. */
  let pieces: string[] = [];
  const take = (text: string): FileLine[] => {
    number++;
    return text.trim() === '' ? [] : [{ text, place: `${name}:${number}` }];
  };
  for await (const chunk of chunks) {
    const [head = '', ...rest] = decoder.decode(chunk, { stream: true }).split('\n');
    pieces.push(head);
    for (const next of rest) {
      yield* take(pieces.join(''));
      pieces = [next];
    }
  }
  yield* take(pieces.join('') + decoder.decode());
}
