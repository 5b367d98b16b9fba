// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { UPLOAD_FAILED, UPLOADING, type UploadedFile } from '@bindery/contract/schema/fields/upload.ts';
import { defineResources, file, image, type ResourceField } from '@bindery/contract/schema/index.ts';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import Form from 'antd/es/form';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { click } from '#frontend/testing/click.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { startManager } from '../../testing/manager-fixture.tsx';
import { uploadFile } from '../../upload/send-file.ts';
import UploadInput from './upload-input.tsx';

vi.mock('../../upload/send-file.ts');

const { albums } = defineResources({
  albums: { fields: { picture: image({ maxMB: 1 }), paper: file() }, rights: {} },
});

const stored = (name: string): UploadedFile => ({
  id: `id of ${name}`,
  name,
  type: 'image/png',
  size: 1,
  url: `/${name}`,
  width: 300,
  height: 200,
  thumbnails: [{ width: 160, url: `/160/${name}` }],
});

/** The running upload: what the input has requested, and its result. */
let upload: Parameters<typeof uploadFile>[0];
let succeed: (file: UploadedFile) => void;
let fail: (error: Error) => void;
let value: unknown;

beforeAll(() => startManager(new HttpStandIn()), 30_000);
beforeEach(() => {
  new HttpStandIn().install();
  vi.mocked(uploadFile).mockReset();
  vi.mocked(uploadFile).mockImplementation((given) => {
    upload = given;
    return new Promise((resolve, reject) => {
      succeed = resolve;
      fail = reject;
      given.signal.addEventListener('abort', () => reject(given.signal.reason));
    });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Host({ initial, field }: { initial: unknown; field: ResourceField }) {
  const [current, setCurrent] = useState(initial);
  value = current;
  return <UploadInput id="in" resource={albums} field={field} value={current} onChange={setCurrent} />;
}

const open = (initial?: unknown, field: ResourceField = albums.fields.picture) =>
  render(<Host initial={initial} field={field} />).container.querySelector('input')!;
const choose = (input: HTMLInputElement, name: string, content = 'x') =>
  fireEvent.change(input, { target: { files: [new File([content], name)] } });
const button = (name: string) => screen.findByRole('button', { name });

test('a chosen image is uploaded with progress, and shown once it is stored', async () => {
  choose(open(), 'a.png');
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar');
  expect(value).toEqual({ id: UPLOADING, before: undefined });
  upload.onProgress(0.4);
  await waitFor(() => expect(bar.value).toBe(0.4));
  succeed(stored('a.png'));
  const shown = await screen.findByRole<HTMLImageElement>('img', { name: 'a.png' });
  expect([shown.width, shown.height, shown.srcset]).toEqual([300, 200, '/160/a.png 160w, /a.png 300w']);
  expect(value).toEqual(stored('a.png'));
  expect(screen.getByRole('status').textContent).toContain('a.png');
});

test('the button that opened the chooser retains the focus while its file is uploaded, and afterwards', async () => {
  const input = open();
  (await button('Picture: choose a file')).focus();
  choose(input, 'a.png');
  await screen.findByRole('progressbar');
  expect(document.activeElement).toBe(await button('Cancel upload'));
  succeed(stored('a.png'));
  await screen.findByRole('img', { name: 'a.png' });
  expect(document.activeElement).toBe(await button('Replace'));
  choose(input, 'b.png');
  await screen.findByRole('progressbar');
  await failed(LOST);
  expect(document.activeElement).toBe(await button('Replace'));
});

test('an image that is dropped or pasted is uploaded too', async () => {
  const zone = open().parentElement!;
  fireEvent.drop(zone, { dataTransfer: { files: [new File(['x'], 'dropped.png')], types: ['Files'] } });
  await screen.findByRole('progressbar');
  expect(upload.file.name).toBe('dropped.png');
  fireEvent.paste(zone, { clipboardData: { files: [new File(['x'], 'pasted.png')] } });
  await waitFor(() => expect(upload.file.name).toBe('pasted.png'));
  succeed(stored('pasted.png'));
  await screen.findByRole('img', { name: 'pasted.png' });
});

test('a cancelled upload preserves the previous image', async () => {
  choose(open(stored('old.png')), 'new.png');
  await click(await button('Cancel upload'));
  expect(upload.signal.aborted).toBe(true);
  expect(value).toEqual(stored('old.png'));
  expect(await button('Replace')).toBeTruthy();
});

test('an upload whose connection is lost can be tried again with the same file', async () => {
  choose(open(stored('old.png')), 'new.png');
  await screen.findByRole('progressbar');
  fail(new HttpError({ status: 0, statusText: '', body: null }));
  await screen.findByText(/connection was lost/);
  expect(screen.getByRole('img', { name: 'old.png' })).toBeTruthy();
  await click(await button('Try again'));
  await screen.findByRole('progressbar');
  await waitFor(async () => expect(document.activeElement).toBe(await button('Cancel upload')));
  expect(upload.file.name).toBe('new.png');
  succeed(stored('new.png'));
  await waitFor(() => expect(value).toEqual(stored('new.png')));
  expect(screen.queryByText(/connection was lost/)).toBeNull();
});

test('the rule that a file violates is named, without an offer to try again', async () => {
  choose(open(), 'a.png');
  await screen.findByRole('progressbar');
  const error = { key: 'errors.imageTooLarge', message: '', values: { max: 40 } };
  fail(new HttpError({ status: 422, statusText: '', body: { errors: { picture: [error] } } }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Picture: the image has more than 40 megapixels',
  );
  expect(screen.queryByText('Try again')).toBeNull();
});

test('a file above the limit is rejected before it is uploaded', async () => {
  choose(open(), 'a.png', 'x'.repeat(1_000_001));
  expect((await screen.findByRole('alert')).textContent).toBe('Picture: the file is larger than 1 MB');
  expect(uploadFile).not.toHaveBeenCalled();
});

test('a file is removed from its field, and another button has the focus then', async () => {
  open(stored('old.png'));
  await click(await button('Remove'));
  expect(value).toBeUndefined();
  await waitFor(async () => expect(document.activeElement).toBe(await button('Picture: choose a file')));
});

test.each([UPLOADING, UPLOAD_FAILED])('a draft with the value "%s" has the previous file', async (id) => {
  for (const before of [undefined, stored('old.png')]) {
    open(JSON.parse(JSON.stringify({ id, before })));
    await waitFor(() => expect(value).toEqual(before));
    cleanup();
  }
});

test('a file that is not an image is shown as a download link with its name and size', async () => {
  open(
    { id: '1', name: 'plan.pdf', type: 'application/pdf', size: 1_250_000, url: '/x' },
    albums.fields.paper,
  );
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'plan.pdf' });
  expect([link.getAttribute('href'), link.download]).toEqual(['/x', 'plan.pdf']);
  expect(screen.getByText('1.3 MB')).toBeTruthy();
});

/**
 * The field in a form as the manager renders it: antd passes on only what differs from the value of the last
 * render.
 */
function FormHost({ initial }: { initial: unknown }) {
  const [form] = Form.useForm();
  value = Form.useWatch('picture', form);
  return (
    <Form form={form} initialValues={{ picture: initial }}>
      <Form.Item name="picture">
        <UploadInput id="in" resource={albums} field={albums.fields.picture} />
      </Form.Item>
    </Form>
  );
}

const REJECTED = new HttpError({ status: 422, statusText: '', body: null });
const LOST = new HttpError({ status: 0, statusText: '', body: null });

const cancel = async () => click(await button('Cancel upload'));
const failed = async (error: Error) => {
  fail(error);
  await waitFor(() => expect(value).toMatchObject({ id: UPLOAD_FAILED }));
};

test.each([
  ['cancelled', cancel],
  ['rejected, and then cancelled', async () => failed(REJECTED).then(cancel)],
  ['lost on the way, and then cancelled', async () => failed(LOST).then(cancel)],
])('an upload that is %s leaves the form with its previous image, ready to be saved', async (_, end) => {
  for (const initial of [stored('old.png'), undefined, null]) {
    const { container } = render(<FormHost initial={initial} />);
    choose(container.querySelector('input')!, 'new.png');
    await waitFor(() => expect(value).toMatchObject({ id: UPLOADING }));
    await screen.findByRole('progressbar');
    await end();
    await waitFor(() => expect(value).toEqual(initial));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    cleanup();
  }
});

test('a failed upload is removed with the previous image too, and leaves none', async () => {
  const { container } = render(<FormHost initial={stored('old.png')} />);
  choose(container.querySelector('input')!, 'new.png');
  await screen.findByRole('progressbar');
  await failed(REJECTED);
  await click(await button('Remove'));
  await waitFor(() => expect(value).toBeUndefined());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an upload into a form becomes its value once it is stored, also after a failed one', async () => {
  const { container } = render(<FormHost initial={stored('old.png')} />);
  choose(container.querySelector('input')!, 'new.png');
  await screen.findByRole('progressbar');
  fail(LOST);
  await click(await button('Try again'));
  await screen.findByRole('progressbar');
  succeed(stored('new.png'));
  await waitFor(() => expect(value).toEqual(stored('new.png')));
});
