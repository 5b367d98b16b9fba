// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { defineResources, image, type Resource, text } from '@bindery/contract/schema/index.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { extensions } from '../overrides.ts';
import { press } from '../testing/form-fixture.tsx';
import { serveManager } from '../testing/manager-fixture.tsx';
import { openRecordForm } from '../testing/open-record-form.tsx';
import { uploadFile } from '../upload/send-file.ts';
import { type FormValues, valuesOf, valuesOfNew } from './values.ts';

vi.mock('../upload/send-file.ts');

const { albums }: { albums: Resource } = defineResources({
  albums: { fields: { title: text(), picture: image() }, rights: {} },
});
const old = { id: '00000000-0000-7000-8000-000000000001', name: 'old.png', url: '/old.png' };
const uploaded = { id: '00000000-0000-7000-8000-000000000002', name: 'new.png', url: '/new.png' };
const LOST = new HttpError({ status: 0, statusText: '', body: null });
const PROBLEM = 'Picture: the file was not uploaded, try again or cancel the upload';

let saved: FormValues[];
serveManager();
beforeEach(() => {
  saved = [];
  vi.mocked(uploadFile).mockReset();
});

/** Opens the form of an album, and chooses an image whose upload fails. */
async function failToUpload(action: 'Create' | 'Save', picture: typeof old | null = old) {
  const item = { id: '1', title: 'Kintu', picture };
  const opened =
    action === 'Create' ? { initial: valuesOfNew(albums) } : { initial: valuesOf(albums, item), item };
  await openRecordForm({ resource: albums, ...opened, action, saved });
  vi.mocked(uploadFile).mockRejectedValueOnce(LOST);
  await screen.findByRole('button', { name: /^(Picture: choose a file|Replace)$/ });
  fireEvent.change(document.querySelector('input[type=file]')!, {
    target: { files: [new File(['x'], 'new.png')] },
  });
  await screen.findByText(/connection was lost/);
}

test.each(['Create', 'Save'] as const)(
  '"%s" names the field whose file was not uploaded, and saves nothing',
  async (action) => {
    await failToUpload(action);
    await press(action);
    await screen.findByText(PROBLEM);
    expect(screen.getByText(/connection was lost/)).toBeTruthy();
    expect(saved).toEqual([]);
  },
);

test('the record is saved once the file is uploaded', async () => {
  await failToUpload('Create');
  await press('Create');
  await screen.findByText(PROBLEM);
  vi.mocked(uploadFile).mockResolvedValueOnce(uploaded as Awaited<ReturnType<typeof uploadFile>>);
  await press('Try again');
  await screen.findByRole('img', { name: 'new.png' });
  await waitFor(() => expect(screen.queryByText(PROBLEM)).toBeNull());
  await press('Create');
  await waitFor(() => expect(saved).toEqual([{ title: null, picture: uploaded.id }]));
});

test('the record is saved with its previous file once the upload is cancelled', async () => {
  await failToUpload('Save');
  await press('Cancel upload');
  await press('Save');
  await waitFor(() => expect(saved).toEqual([{ title: 'Kintu', picture: old.id }]));
});

test('the drawn cover stays while no image has replaced it', async () => {
  const Drawn = () => <p>drawn cover</p>;
  extensions.set('albums', { cover: async () => ({ default: Drawn }), inPanels: ['picture'] });
  onTestFinished(() => void extensions.delete('albums'));
  await failToUpload('Save', null);
  expect(screen.getByText('drawn cover')).toBeTruthy();
  vi.mocked(uploadFile).mockResolvedValueOnce(uploaded as Awaited<ReturnType<typeof uploadFile>>);
  await press('Try again');
  await screen.findByRole('img', { name: 'new.png' });
  expect(screen.queryByText('drawn cover')).toBeNull();
});
