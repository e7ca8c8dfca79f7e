import { open, stat } from 'node:fs/promises';
import { ConfigError, type SessionInfo } from '@everlong/core';
import { exportedFrom } from '../output/export-markdown.js';

/** Bytes in which the second line of an export ends, also after a long title. */
const HEAD_BYTES = 65_536;

/**
 * Rejects with `ConfigError` for a file whose content writing an export would destroy: one that is
 * no earlier export of the session.
 */
export async function requireOwnExport(file: string, info: SessionInfo): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  // Into a pipe or a terminal, and where nothing can be written, writing itself says what is wrong.
  if (found === undefined || !found.isFile() || found.size === 0) return;
  if ((await headOf(file)).includes(exportedFrom(info))) return;
  throw new ConfigError(
    `${file} is there already, and is no export of this session. Give another path, or remove it.`,
  );
}

async function headOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
