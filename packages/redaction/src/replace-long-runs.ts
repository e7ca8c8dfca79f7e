/** The characters of keys and tokens: word characters and `. : + / = -`. */
const isPart = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  isPart[code] = /[\w.:+/=-]/.test(String.fromCharCode(code)) ? 1 : 0;
}

/**
 * Applies `replace` to each maximal run of word characters and `. : + / = -` with a digit and at
 * least `minLength` characters (UTF-16 units). Skips most other characters. Linear in the text.
 */
export function replaceLongRuns(
  text: string,
  minLength: number,
  replace: (run: string) => string,
): string {
  let result = '';
  let copied = 0;
  let start = 0;
  while (start + minLength <= text.length) {
    // Search from the far end: a break there rules out all that comes before it.
    let index = start + minLength - 1;
    while (index >= start && isPart[text.charCodeAt(index)] === 1) index--;
    if (index >= start) {
      start = index + 1;
      continue;
    }
    let end = start + minLength;
    while (end < text.length && isPart[text.charCodeAt(end)] === 1) end++;
    const run = text.slice(start, end);
    const replaced = /\d/.test(run) ? replace(run) : run;
    if (replaced !== run) {
      result += text.slice(copied, start) + replaced;
      copied = end;
    }
    start = end + 1;
  }
  return copied === 0 ? text : result + text.slice(copied);
}
