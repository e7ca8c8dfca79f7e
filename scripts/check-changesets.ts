import { fileURLToPath } from 'node:url';

import { getReleasePlan } from '@changesets/get-release-plan';

// Throws when the configuration or a changeset is malformed or names a package that does not exist.
const plan = await getReleasePlan(fileURLToPath(new URL('..', import.meta.url)));
const releases = plan.releases.filter((release) => release.type !== 'none');
console.log(`${plan.changesets.length} changesets, ${releases.length} packages to release`);
