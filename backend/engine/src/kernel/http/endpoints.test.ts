import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express, { type RequestHandler, Router } from 'express';
import { expect, test } from 'vitest';
import { mountAt } from './endpoints.ts';

/** Returns what runs for a request before the event loop's next turn. */
function runAtOnce(url: string): string[] {
  const run: string[] = [];
  const note =
    (name: string): RequestHandler =>
    (req) =>
      run.push(`${name} ${req.url}`);
  const app = express().disable('x-powered-by');
  app.use(mountAt('/api/users'), Router().get(['/api/users', '/api/users/:id'], note('users')));
  app.use(note('others'));
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'GET', url });
  app(request, new ServerResponse(request));
  return run;
}

test.each(['/api/users', '/api/users/1', '/api/Users/1', '/api/users?q=a'])(
  'a router gets requests at its path and below it, with the whole path: %s',
  (url) => expect(runAtOnce(url)).toEqual([`users ${url}`]),
);

test.each(['/api/books', '/api', '/api/usersOfLibraries', '/x/api/users'])(
  'a router is skipped at once for other requests: %s',
  (url) => expect(runAtOnce(url)).toEqual([`others ${url}`]),
);
