#!/usr/bin/env node
// Nothing may be imported above this check: older versions crash while they load what follows.
const oldestMajor = 22;
const { node: version } = process.versions;

if (Number(version.split('.')[0]) < oldestMajor) {
  process.stderr.write(
    `error: everlong needs Node ${oldestMajor} or newer; this is Node ${version}. ` +
      'Install a newer one from https://nodejs.org, or with your version manager.\n',
  );
  process.exitCode = 4;
} else {
  const { runProcess } = await import('./run-process.js');
  await runProcess();
}
