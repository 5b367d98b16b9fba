import { expect, test } from 'vitest';
import { z } from 'zod';
import { c } from '#contract/records/ts-rest.ts';
import type { ClientOf } from './client.ts';
import { createClientOf } from './route-table.ts';

const routes = {
  talks: c.router({
    list: {
      method: 'GET',
      path: '/api/talks',
      query: z.object({ day: z.string().optional(), id: z.array(z.string()).optional() }),
      responses: { 200: z.array(z.object({ id: z.string() })), 403: z.object({ code: z.string() }) },
    },
    move: {
      method: 'POST',
      path: '/api/talks/:id/moves/:room',
      pathParams: z.object({ id: z.uuid() }),
      body: z.object({ hour: z.coerce.number() }),
      responses: { 204: c.noBody(), 409: z.object({ code: z.string() }) },
    },
    calendar: {
      method: 'GET',
      path: '/api/talks/calendar',
      responses: { 200: c.otherResponse({ contentType: 'text/calendar', body: z.string() }) },
    },
  }),
};

/** A client, and what it has sent. */
function recorder(respond: () => Response) {
  const sent: { url: string; method: string; body: unknown; headers: Record<string, string> }[] = [];
  const fetchOne: typeof fetch = async (url, { method = '', body, headers } = {}) => {
    sent.push({ url: String(url), method, body, headers: Object.fromEntries(new Headers(headers)) });
    return respond();
  };
  return { sent, ...createClientOf(routes, { baseUrl: 'http://localhost:3000/', fetch: fetchOne }) };
}

test('an endpoint sends the method, path, query and body of its route', async () => {
  const { sent, talks } = recorder(() => new Response(null, { status: 204 }));
  await talks.list({ query: { day: 'a b', id: ['1', '2'] } });
  await talks.move({ params: { id: '1', room: 'A/B' }, body: { hour: 9 }, headers: { 'x-note': 'n' } });
  expect(sent).toEqual([
    { method: 'GET', url: 'http://localhost:3000/api/talks?day=a+b&id=1&id=2', headers: {} },
    {
      method: 'POST',
      url: 'http://localhost:3000/api/talks/1/moves/A%2FB',
      body: '{"hour":9}',
      headers: { 'content-type': 'application/json', 'x-note': 'n' },
    },
  ]);
  expect(talks.list.url({ query: { day: '1' } })).toBe('/api/talks?day=1');
});

test('a parameter that would lead to another endpoint is rejected', async () => {
  const { sent, talks } = recorder(() => new Response(null, { status: 204 }));
  for (const id of ['', '.', '..'])
    await expect(talks.move({ params: { id, room: 'A' }, body: { hour: 9 } })).rejects.toThrow(
      'needs the parameter "id"',
    );
  expect(sent).toEqual([]);
});

test('the body of a response is JSON or text by its type, and undefined where there is none', async () => {
  const answer = async (response: () => Response) => (await recorder(response).talks.list()).body;
  expect(await answer(() => Response.json([{ id: '1' }]))).toEqual([{ id: '1' }]);
  expect(await answer(() => new Response('BEGIN', { headers: { 'content-type': 'text/calendar' } }))).toBe(
    'BEGIN',
  );
  expect(await answer(() => new Response(null, { status: 204 }))).toBeUndefined();
});

// What does not compile here does not compile in a page: both call what the contract types.
test('a path, parameter, body or response that the contract does not have does not compile', () => {
  const check = async (client: ClientOf<typeof routes>, pages: ClientOf<typeof routes, 'successes'>) => {
    // @ts-expect-error there is no such group
    client.speakers;
    // @ts-expect-error there is no such endpoint
    client.talks.read;
    // @ts-expect-error the query has no such parameter
    client.talks.list({ query: { hour: 1 } });
    // @ts-expect-error a day is a text
    client.talks.list({ query: { day: 1 } });
    // @ts-expect-error the path has two parameters
    client.talks.move({ params: { id: '1' }, body: { hour: 9 } });
    // @ts-expect-error the path has no such parameter
    client.talks.move({ params: { id: '1', hall: 'A' }, body: { hour: 9 } });
    // @ts-expect-error the body is missing
    client.talks.move({ params: { id: '1', room: 'A' } });
    // @ts-expect-error the URL needs the parameters too
    client.talks.move.url();
    const answer = await client.talks.list();
    // @ts-expect-error it may be an error
    answer.body.length;
    if (answer.status === 403) answer.body.code satisfies string;
    // @ts-expect-error 404 is none of its statuses
    if (answer.status === 404) return;
    const { body } = await pages.talks.list();
    body[0]?.id satisfies string | undefined;
    // @ts-expect-error the response has no such member
    body[0]?.title;
    (await pages.talks.calendar()).body satisfies string;
    (await pages.talks.move({ params: { id: '1', room: 'A' }, body: { hour: 9 } })).body satisfies undefined;
  };
  expect(check).toBeTypeOf('function');
});
