import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '@bindery/backend/testing/free-port.ts';
import { Builder, Capabilities, type WebElement } from 'selenium-webdriver';
import { type Driver, findElement, type Target } from './driver.ts';
import { findProgram } from './programs.ts';

const inPage = (script: unknown) => `return (${script})(...arguments);`;

/** Starts WebKit (its GTK port) on a virtual display, driven by selenium over WebDriver. */
export async function startWebKit(): Promise<Driver> {
  const display = await startDisplay();
  const port = await freePort();
  const service = spawn(findProgram('webkitDriver'), [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display.name,
      LANG: 'en_US.UTF-8',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Its sandbox needs privileges that containers do not have.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const stop = () => {
    service.kill();
    display.process.kill();
  };
  process.once('exit', stop);
  await untilItListens(port);
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: findProgram('webkit'), args: ['--automation'] },
      }),
    )
    .build();
  const find = (target: Target) => driver.executeScript<WebElement | null>(inPage(findElement), target);
  return {
    open: (url) => driver.get(url),
    run: (script, input) => driver.executeScript<ReturnType<typeof script>>(inPage(script), input),
    has: async (target) => (await find(target)) !== null,
    click: async (target) => {
      const element = await find(target);
      await element?.click();
      return element !== null;
    },
    type: async (target, text) => {
      const element = await find(target);
      if (element) await driver.executeScript('arguments[0].select()', element);
      await element?.sendKeys(text);
      return element !== null;
    },
    close: async () => {
      await driver.quit();
      process.off('exit', stop);
      stop();
    },
  };
}

async function untilItListens(port: number) {
  for (let tries = 0; tries < 100; tries++) {
    const isThere = await fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('WebKitWebDriver does not answer.');
}

/** Starts a virtual display; it prints its number when ready. */
async function startDisplay(): Promise<{ name: string; process: ChildProcess }> {
  const child = spawn(
    findProgram('xvfb'),
    ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const [number] = await once(child.stdout, 'data');
  return { name: `:${String(number).trim()}`, process: child };
}
