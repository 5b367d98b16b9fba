import { commands } from './commands.ts';
import { ignoreClosedPipe, runCommand } from './run-command.ts';

/* `bindery`: the commands of the product in the working folder. See docs/commands.md. */
ignoreClosedPipe(process.stdout);
process.exitCode = await runCommand(process.argv.slice(2), {
  commands,
  root: process.cwd(),
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
});
