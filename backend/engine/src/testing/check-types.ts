import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { COMPILER, compilerEnv, compilerOptions } from './compiler.ts';
import { forgetStaleTypes } from './stale-types.ts';

/*
 * Checks the types of the project, and stores the results for the next run. Arguments are passed to the
 * compiler. See docs/decisions/types-of-entries.md.
 */
const BUILD_INFO = 'node_modules/.cache/bindery/types.tsbuildinfo';
forgetStaleTypes('.', BUILD_INFO);
const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', BUILD_INFO, ...compilerOptions()];
const compiler = spawn(process.execPath, [COMPILER, ...options, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: compilerEnv(process.availableMemory()),
});
process.once('exit', () => compiler.kill());
process.once('SIGTERM', () => process.exit(143));
const [code] = await once(compiler, 'exit');
process.exitCode = code ?? 1;
