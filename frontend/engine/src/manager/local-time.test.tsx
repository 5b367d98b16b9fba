// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { formatDateTime } from '#frontend/shell/i18n/format.ts';
import { initI18n } from '#frontend/shell/i18n/i18n.ts';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { withDayTitles } from './history/change-line.tsx';
import { LocalTime } from './local-time.tsx';

// Files share the language, which an earlier one may have changed.
beforeAll(async () => {
  new HttpStandIn().install();
  await initI18n('en');
});

const at = '2026-11-27T10:05:00.000Z';
const time = (
  <LocalTime
    at={at}
    format={(language, date, zone) => [formatDateTime(language, date), zone?.timeZone ?? 'here']}
    title={formatDateTime}
  />
);

test('a time that the server renders is invisible, until the browser writes it in its own zone and way', () => {
  const place = document.createElement('div');
  place.innerHTML = renderToString(time);
  const rendered = place.querySelector('time')!;
  expect(rendered.className).toContain('placeholder');
  expect(rendered.dateTime).toBe(at);
  expect(rendered.textContent).toContain('UTC');
  expect(rendered.title).toBe('');
  // Another version of the format on the server.
  rendered.querySelector('span')!.textContent = '27.11.2026 10.05';
  const trouble: unknown[] = [];
  render(time, {
    container: place,
    hydrate: true,
    onRecoverableError: (error) => trouble.push(error),
  });
  expect(trouble).toEqual([]);
  expect(place.querySelector('time')).toBe(rendered);
  expect(rendered.className).toBe('');
  expect(rendered.textContent).toContain('here');
  expect(rendered.title).toBe(formatDateTime('en', at));
});

test('days are those of UTC and without a title, as long as the calendar of the reader is unknown', () => {
  const times = ['2026-11-27T10:05:00.000Z', '2026-11-27T00:00:00.000Z', '2026-11-26T23:59:00.000Z'];
  const changes = times.map((at) => ({ at }));
  expect(withDayTitles(changes, undefined).map(({ day }) => day)).toEqual(['', undefined, '']);
  const [first] = withDayTitles(changes, 'en');
  expect(first?.day).toBeTruthy();
});
