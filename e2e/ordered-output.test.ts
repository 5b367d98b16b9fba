import { expect, test } from 'vitest';
import { OrderedOutput } from './ordered-output.ts';

test('the first task is heard as it speaks, the next one after it, both in one piece', () => {
  const printed: string[] = [];
  const outputs = new OrderedOutput((text) => printed.push(text));
  const [types, unit] = [outputs.add(), outputs.add()];

  types.write('checking ');
  unit.write('testing ');
  expect(printed).toEqual(['checking ']);

  types.write('done ');
  expect(printed).toEqual(['checking ', 'done ']);

  types.end();
  expect(printed).toEqual(['checking ', 'done ', 'testing ']);

  unit.write('more');
  expect(printed).toEqual(['checking ', 'done ', 'testing ', 'more']);
});

test('a task that ends before its turn is printed when its turn comes', () => {
  const printed: string[] = [];
  const outputs = new OrderedOutput((text) => printed.push(text));
  const [first, second, third] = [outputs.add(), outputs.add(), outputs.add()];

  second.write('two ');
  second.end();
  third.write('three');
  third.end();
  expect(printed).toEqual([]);

  first.end();
  expect(printed).toEqual(['two ', 'three']);
});
