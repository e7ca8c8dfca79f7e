const controls = /[^\P{Cc}\t\n]/gu;

/** Text of a conversation as a terminal may show it: nothing in it moves the cursor or colours what follows. */
export function printable(text: string): string {
  return text.replaceAll(controls, '').toWellFormed();
}
