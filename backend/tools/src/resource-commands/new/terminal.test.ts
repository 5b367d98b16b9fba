import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { CommandError } from '../command.ts';
import { askFor, openTerminal } from './terminal.ts';

const open = () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  return { input, output, terminal: openTerminal({ input, output }) };
};

test('an answer is one line, without the white space around it', async () => {
  const { input, terminal } = open();
  const answer = terminal.ask('Name? ');
  input.write('  loans \n');
  expect(await answer).toBe('loans');
  terminal.close();
});

test('lines that come before they are asked for are kept', async () => {
  const { input, terminal } = open();
  input.write('loans\ntitle\n');
  expect([await terminal.ask('Name? '), await terminal.ask('Field? ')]).toEqual(['loans', 'title']);
  terminal.close();
});

test('a wrong answer is asked again', async () => {
  const { input, output, terminal } = open();
  const answer = askFor(terminal, 'Age? ', (text) => {
    if (!/^\d+$/.test(text)) throw new CommandError(`${text} is no number`);
    return Number(text);
  });
  input.write('many\n');
  await expect.poll(() => output.read()?.toString() ?? '').toContain('many is no number');
  input.write('7\n');
  expect(await answer).toBe(7);
  terminal.close();
});

test('the end of the input ends the questions, those that come later too', async () => {
  const { input, terminal } = open();
  const answer = terminal.ask('Name? ');
  input.end();
  await expect(answer).rejects.toThrow('Nothing was written.');
  await expect(terminal.ask('Name? ')).rejects.toThrow(CommandError);
});
