#!/usr/bin/env node
// Any Node.js runs this file, and hands over to one that runs the commands: that of the product, where this
// one is too old.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isSupported, OLDEST_MAJOR } from '@bindery/backend/node-releases';

const launcher = 'backend/launch.mjs';
const args = process.argv.slice(2);
if (isSupported(process.version)) await import('#tools/bindery.ts');
else if (existsSync(launcher) && !process.env.BINDERY_LAUNCHED) {
  const env = { ...process.env, BINDERY_LAUNCHED: 'true' };
  const { status } = spawnSync(process.execPath, [launcher, 'bindery', ...args], { stdio: 'inherit', env });
  process.exitCode = status ?? 1;
} else {
  process.stderr.write(
    `This is Node.js ${process.version}, and bindery needs ${OLDEST_MAJOR}: run it in the folder of a product, which brings its own.\n`,
  );
  process.exitCode = 1;
}
