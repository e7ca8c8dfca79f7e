import { nearestName } from '@everlong/core/internal';
import type { Command } from 'commander';

/**
 * What a word in the place of an argument may mean instead: a command or an option of `command`, as
 * ` Did you mean …?`, or nothing.
 */
export function meantCommand(command: Command, word: string | undefined): string {
  if (word === undefined) return '';
  const path = `everlong ${command.name()}`;
  if (word === 'list') return ` To list all of them, write ${path} alone.`;
  const names = command.commands.map((each) => each.name());
  const options = command.options.map(({ long = '' }) => long.slice(2));
  const meant = nearestName(word, [...names, ...options]);
  if (meant === undefined) return '';
  return ` Did you mean ${path} ${names.includes(meant) ? meant : `--${meant}`}?`;
}
