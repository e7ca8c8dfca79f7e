/**
 * Packs every published package and checks what users would install: publint for its manifest,
 * "are the types wrong" for what its entries resolve to, and that its types need no package that
 * users may do without. Exits with 1 if anything is wrong.
 *
 *     node scripts/check-packages.ts            after a build
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

import { declarationImports } from './declaration-imports.ts';

interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  exports?: Record<string, string | { types?: string }>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** The packages hold ES modules only: these resolutions find none. */
const IGNORED_RESOLUTIONS = new Set(['node10', 'node16-cjs']);
/** Entries without types. */
const UNTYPED_ENTRIES = ['./styles.css'];
/** Entries that are for users of an optional peer. */
const ENTRIES_FOR_PEERS: Readonly<Record<string, string>> = {
  '@everlong/store-sqlite ./schema': 'drizzle-orm',
};

const root = fileURLToPath(new URL('..', import.meta.url));
const packed = mkdtempSync(join(tmpdir(), 'everlong-packed-'));
let checked = 0;
let failed = 0;
try {
  const arguments_ = ['--recursive', '--filter', '@everlong/*', 'pack', '--pack-destination'];
  execFileSync('pnpm', [...arguments_, packed], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  for (const path of globSync('{packages,apps}/*/package.json', { cwd: root }).toSorted()) {
    const manifest = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
    if (manifest.private === true) continue;
    checked += 1;
    const faults = [
      ...(await faultsOf(tarballOf(manifest))),
      ...typesOfOptionalPeers(manifest, join(root, dirname(path))),
    ];
    for (const fault of faults) console.error(`${manifest.name}: ${fault}`);
    if (faults.length > 0) failed += 1;
  }
} finally {
  rmSync(packed, { recursive: true });
}
console.log(`${checked} packages, ${failed} with faults`);
process.exitCode = failed > 0 ? 1 : 0;

function tarballOf({ name, version }: Manifest): Uint8Array<ArrayBuffer> {
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  return new Uint8Array(readFileSync(join(packed, file)));
}

/** Entries whose declarations do not compile where an optional peer is not installed. */
function typesOfOptionalPeers(
  { name, exports = {}, peerDependenciesMeta: peers = {} }: Manifest,
  folder: string,
): string[] {
  return Object.entries(exports).flatMap(([entry, target]) => {
    const types = typeof target === 'object' ? target.types : undefined;
    if (types === undefined) return [];
    return [...declarationImports(join(folder, types))]
      .filter((used) => peers[used]?.optional === true)
      .filter((used) => ENTRIES_FOR_PEERS[`${name} ${entry}`] !== used)
      .map(
        (used) => `the types of ${entry} need ${used}, which is optional: declare what they use`,
      );
  });
}

async function faultsOf(tarball: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { messages, pkg } = await publint({
    strict: true,
    level: 'warning',
    pack: { tarball: tarball.buffer },
  });
  const faults = messages.map(
    (message) => formatMessage(message, pkg, { color: false }) ?? message.code,
  );
  const analysis = await checkPackage(createPackageFromTarballData(tarball), {
    excludeEntrypoints: UNTYPED_ENTRIES,
  });
  for (const problem of analysis.types === false ? [] : analysis.problems) {
    if ('resolutionKind' in problem && IGNORED_RESOLUTIONS.has(problem.resolutionKind)) continue;
    faults.push(JSON.stringify(problem));
  }
  return faults;
}
