import type { Page } from '@playwright/test';
import { mainThreadTime, TRACE_CATEGORIES } from './support/main-thread-time.ts';
import { Product } from './support/product.ts';

/*
 * Measures how much CPU time the page takes from a click on a column heading until the rows of the other
 * order are painted, in a list of 100 and of 1,000 loaded rows. Wall time would measure the machine and its
 * other work. The browser alone, replacing the same 100 rows with their HTML, is measured beside it; fails
 * above the allowed multiple.
 */
const LOADED = [100, 1000] as const;
const ROUNDS = 7;
/** A sort may take this multiple of the time that the browser alone takes for 100 rows. */
const ALLOWED = 1;
/** The slowdown for which the goal of 150 ms is stated. */
const SLOWDOWN = 4;

const product = await Product.start();
try {
  process.exitCode = (await measureAll()) ? 0 : 1;
} finally {
  await product.stop();
}

async function measureAll(): Promise<boolean> {
  const storageState = await product.signedIn('admin');
  await addBooks(storageState);
  const bare = await measureBare(await openBooks(storageState, LOADED[0]));
  process.stdout.write(`${LOADED[0]} rows by the browser alone: ${bare.toFixed(1)} ms\n`);
  let slowest = 0;
  for (const loaded of LOADED) {
    const page = await openBooks(storageState, loaded);
    const others: number[] = [];
    const back: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      others.push(await measureSort(page, 1));
      back.push(await measureSort(page, 0));
    }
    for (const [name, times] of Object.entries({
      'to 20 rows of another order': others,
      'back to all rows': back,
    })) {
      const time = median(times);
      const slowed = (time * SLOWDOWN).toFixed(0);
      const multiple = time / bare;
      process.stdout.write(
        `${loaded} rows, ${name}: ${time.toFixed(1)} ms (${slowed} ms at a ${SLOWDOWN}th of the speed), ` +
          `${multiple.toFixed(2)} times that\n`,
      );
      slowest = Math.max(slowest, multiple);
    }
    await page.context().close();
  }
  if (slowest > ALLOWED) process.stderr.write(`A sort may take ${ALLOWED} times that.\n`);
  return slowest <= ALLOWED;
}

type State = Awaited<ReturnType<Product['signedIn']>>;

async function addBooks(storageState: State) {
  const context = await product.browser.newContext({ baseURL: product.url, storageState });
  const genres: { id: string }[] = await (await context.request.get('/api/genres?_end=10')).json();
  for (let book = 0; book < LOADED[1]; book++) {
    const genre = genres[book % genres.length]!.id;
    const publisher = book % 3 ? `Publisher ${book % 40}` : null;
    const data = {
      title: `A title of the usual length ${book}`,
      author: `Author ${book % 97}`,
      genre,
      publisher,
    };
    await context.request.post('/api/books', { data });
  }
  await context.close();
}

/** Opens the list of books and loads rows until there are as many. */
async function openBooks(storageState: State, wanted: number): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const context = await product.browser.newContext({ baseURL: product.url, storageState, viewport });
  const page = await context.newPage();
  await page.goto('/manager/books');
  await page.waitForSelector('tbody tr');
  const loaded = () =>
    page.evaluate(() => {
      const table = document.querySelector('table')!;
      const rows = table.getAttribute('aria-rowcount');
      return rows ? Number(rows) - 1 : table.querySelectorAll('tbody > [data-index]').length;
    });
  for (let rows = await loaded(); rows < wanted; rows = await loaded()) {
    await page.getByRole('button', { name: 'Load more' }).click();
    while ((await loaded()) === rows) await page.waitForTimeout(10);
  }
  await page.evaluate(() => scrollTo(0, 0));
  return page;
}

/**
 * Sorts the list by a column, and marks in the page's timeline when it is clicked and when other rows are
 * painted.
 */
async function measureSort(page: Page, column: number): Promise<number> {
  const sort = async (place: number) => {
    const rows = document.querySelector('tbody')!;
    const heading = document.querySelectorAll<HTMLElement>('thead th button')[place]!;
    await new Promise((settle) => setTimeout(settle));
    performance.mark('clicked');
    await new Promise((settle) => {
      new MutationObserver(settle).observe(rows, { childList: true });
      setTimeout(() => heading.click());
    });
    await new Promise(requestAnimationFrame);
    await new Promise((settle) => setTimeout(settle));
    performance.mark('painted');
  };
  return traced(page, () => page.evaluate(sort, column));
}

/**
 * Replaces the rows of the list with their HTML. React does not know these rows, so the page is unusable
 * afterwards.
 */
async function measureBare(page: Page): Promise<number> {
  const replace = async () => {
    const rows = document.querySelector('tbody')!;
    const html = rows.innerHTML;
    rows.replaceChildren();
    await new Promise(requestAnimationFrame);
    await new Promise((settle) => setTimeout(settle, 100));
    performance.mark('clicked');
    await new Promise((settle) =>
      setTimeout(() => {
        rows.innerHTML = html;
        requestAnimationFrame(settle);
      }),
    );
    await new Promise((settle) => setTimeout(settle));
    performance.mark('painted');
  };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await traced(page, () => page.evaluate(replace)));
  return median(times);
}

async function traced(page: Page, run: () => Promise<void>): Promise<number> {
  // Pending work of the previous action is not part of this one.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
  await product.browser.startTracing(page, { categories: TRACE_CATEGORIES });
  await run();
  return mainThreadTime(await product.browser.stopTracing(), 'clicked', 'painted');
}

function median(times: readonly number[]) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}
