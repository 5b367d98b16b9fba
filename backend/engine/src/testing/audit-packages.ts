import { spawnSync } from 'node:child_process';
import { judgeAudit } from './judge-audit.ts';

/*
 * Runs `npm audit --omit=dev`: fails if a package that runs in production has a known vulnerability. If the
 * registry does not respond, for example without a network, or has no advisories, it reports this and passes.
 */
const shell = process.platform === 'win32';
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', shell });
const { text, isGood } = judgeAudit(stdout ?? '');
process.stdout.write(`${text}\n`);
process.exitCode = isGood ? 0 : 1;
