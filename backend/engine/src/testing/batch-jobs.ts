import type { BatchJob } from '@bindery/contract/records/batch-jobs.ts';
import { defineResources, integer, reference, text } from '@bindery/contract/schema/index.ts';
import { askUntil } from './ask-until.ts';
import type { HttpClient } from './browser.ts';

const rights = { admin: ['read', 'create', 'update', 'delete'] } as const;

/** Records with each rule of deletion: plain, with an archive, as a tree, and deleted with others. */
export const notebook = defineResources({
  notes: {
    fields: {
      title: text({ required: true, search: true }),
      pages: integer({ max: 1000 }),
      group: text({ search: true }),
    },
    label: 'title',
    rights,
  },
  papers: {
    fields: { title: text({ required: true }) },
    archive: true,
    rights: { admin: [...rights.admin, 'restore'] },
  },
  folders: {
    fields: { name: text({ required: true }), parent: reference('folders', { onDelete: 'restrict' }) },
    rights,
  },
  pages: {
    fields: {
      name: text({ required: true }),
      folder: reference('folders', { onDelete: 'cascade' }),
      copied: reference('folders', { onDelete: 'setNull' }),
    },
    rights,
  },
});

/** Jobs of a test write more than five records, three at a time, and a statement stores four of them. */
export const FEW = { atOnce: 5, portion: 3, stored: 4 } as const;

/** Waits until a job has finished; returns its state. */
export async function endedBatch(user: Pick<HttpClient, 'call'>, id: string): Promise<BatchJob> {
  const ask = async (): Promise<BatchJob> => {
    const { status, body } = await user.call(`/api/history/batches/${id}`);
    if (status === 200) return body;
    throw new Error(`The job ${id} was answered with ${status}: ${JSON.stringify(body)}`);
  };
  return askUntil(ask, ({ state }) => state !== 'running');
}
