import type { Terminal } from '../output/terminal.js';

/** Shows on the live line that something is going on. */
export interface Spinner {
  /** Shows what is done, and for how long. */
  start(what: string): void;
  /** Shows the end of a text that is being written. */
  preview(text: string): void;
  stop(): void;
}

const FRAMES = Array.from('⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏');
const FRAME_MS = 100;

/** A spinner; without a terminal it shows nothing. */
export function createSpinner(
  terminal: Pick<Terminal, 'hasLiveLine' | 'live' | 'clearLive' | 'columns'>,
): Spinner {
  let timer: NodeJS.Timeout | undefined;
  let doing = '';
  let since = 0;
  let frame = 0;

  function draw(): void {
    const seconds = Math.floor((frame - since) * (FRAME_MS / 1000));
    const time = since < 0 || seconds === 0 ? '' : ` ${seconds} s`;
    terminal.live(`${FRAMES[frame % FRAMES.length]} ${doing}${time}`);
  }

  function show(what: string, start: number): void {
    if (!terminal.hasLiveLine) return;
    doing = what;
    since = start;
    draw();
    timer ??= setInterval(() => {
      frame++;
      draw();
    }, FRAME_MS).unref();
  }

  return {
    start(what) {
      if (timer === undefined || what !== doing) show(what, frame);
    },
    preview(text) {
      const line = text.trimEnd().split('\n').at(-1) ?? '';
      const width = Math.min(terminal.columns, 200) - 4;
      show(line.length > width ? `…${line.slice(1 - width)}` : line, -1);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
      terminal.clearLive();
    },
  };
}
