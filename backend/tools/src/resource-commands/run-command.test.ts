import { expect, test } from 'vitest';
import { CommandError } from './command.ts';
import { runCommand } from './run-command.ts';

const seen: (readonly string[])[] = [];
const commands = {
  plan: { summary: 'says what changes', run: (args: readonly string[]) => void seen.push(args) as undefined },
  check: { summary: 'fails', run: async () => 3 },
};
const run = async (...args: string[]) => {
  const printed: string[] = [];
  const code = await runCommand(args, { commands, print: (text) => printed.push(text) });
  return { code, text: printed.join('\n') };
};

test.each([[], ['--help'], ['-h'], ['help']])('%j lists the subcommands', async (...args: string[]) => {
  const { code, text } = await run(...args);
  expect(code).toBe(0);
  expect(text).toContain('  plan    says what changes\n  check   fails');
});

test('a subcommand gets the arguments behind its name, and its exit code is that of the command', async () => {
  expect(await run('plan', '--json', 'x')).toEqual({ code: 0, text: '' });
  expect(seen).toEqual([['--json', 'x']]);
  expect((await run('check')).code).toBe(3);
});

test('an unknown subcommand is refused with the nearest name', async () => {
  await expect(run('plam')).rejects.toThrow(/no subcommand "plam"\. Did you mean "plan"\?/);
});

test.each(['__proto__', 'constructor', 'toString', '', '😀'.repeat(100), 'a\0b'])(
  '%j is no subcommand',
  async (name) => {
    await expect(run(name)).rejects.toThrow(CommandError);
  },
);
