import { exitWithMessage } from '@bindery/backend/web/lifecycle.ts';
import { ignoreClosedPipe } from './closed-pipe.ts';
import { CommandError } from './command.ts';
import { commands } from './commands.ts';
import { runCommand } from './run-command.ts';

/* `npm run resource`: what is done with the entries of resources.config.ts. See docs/commands.md. */
ignoreClosedPipe(process.stdout);
try {
  process.exitCode = await runCommand(process.argv.slice(2), {
    commands,
    print: (text) => process.stdout.write(`${text}\n`),
  });
} catch (error) {
  if (!(error instanceof CommandError)) exitWithMessage(error);
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
