import type { Resource, Role } from '@bindery/contract/schema/index.ts';
import { describe, expect, it } from 'vitest';
import type { EntryFixture } from './entry-fixture.ts';

/** Declares tests for the archive of a resource, as a role that may delete. */
export function testArchive(
  fixture: () => EntryFixture,
  { resource, role }: { resource: Resource; role: Role },
): void {
  const path = `/api/${resource.name}`;
  const call = (method: string, address: string, json?: object) =>
    fixture().call(role, { method, path: `${path}${address}`, ...(json && { json }) });
  const ids = async (query: string): Promise<string[]> =>
    (await call('GET', `?_end=100${query}`)).body.map(({ id }: { id: string }) => id);

  describe('the archive', () => {
    it('contains a deleted record, which is nowhere else, and restores it unchanged', async () => {
      const id = await fixture().existing(resource);
      const before = (await call('GET', `/${id}`)).body;
      expect((await call('DELETE', `/${id}`)).status).toBe(204);
      expect((await call('GET', `/${id}`)).status).toBe(404);
      expect((await call('DELETE', `/${id}`)).status).toBe(404);
      expect([await ids(`&id=${id}`), await ids(`&id=${id}&archived=true`)]).toEqual([[], [id]]);
      expect((await call('GET', `/${id}?archived=true`)).body.archivedAt).not.toBeNull();
      const { status, body } = await call('POST', `/${id}/restore`);
      expect({ status, body }).toEqual({ status: 200, body: { ...before, updatedAt: body.updatedAt } });
      expect((await call('POST', `/${id}/restore`)).status).toBe(404);
      const actions = (await call('GET', `/${id}/history`)).body.map(
        (change: { action: string }) => change.action,
      );
      expect(actions).toEqual(['restore', 'archive']);
    });

    it('deletes only its own records permanently', async () => {
      const id = await fixture().existing(resource);
      expect((await call('DELETE', `/${id}?archived=true`)).status).toBe(404);
      await call('DELETE', `/${id}`);
      expect((await call('DELETE', `/${id}?archived=true`)).status).toBe(204);
      expect((await call('GET', `/${id}?archived=true`)).status).toBe(404);
    });

    it('is filled and emptied in bulk, all or none, and undone', async () => {
      const both = [await fixture().existing(resource), await fixture().existing(resource)];
      const bulk = (action: string, select: object = { ids: both }) =>
        call('POST', '/bulk', { select, action });
      const archived = await bulk('delete');
      expect(archived).toMatchObject({ status: 200, body: { count: 2 } });
      expect((await bulk('restore')).status).toBe(200);
      expect((await bulk('restore')).status).toBe(404);
      const again = (await bulk('delete')).body.batch;
      const undo = (batch: string) =>
        fixture().call(role, { method: 'POST', path: `/api/history/batches/${batch}/undo` });
      expect((await undo(again)).status).toBe(200);
      expect((await undo(archived.body.batch)).status).toBe(409);
      expect((await ids(both.map((id) => `&id=${id}`).join(''))).sort()).toEqual(both.sort());
      await bulk('delete');
      expect((await bulk('delete', { ids: both, archived: true })).status).toBe(200);
    });
  });
}
