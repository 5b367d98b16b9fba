import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { defineCommand } from '#tools/resource-commands/command.ts';
import { type FromServer, HOPELESS, IS_RESTART, TAKEN_FILE, type ToServer, WAITING } from './restarts.ts';
import { type Sources, serverSourcesIn, watchSources } from './watch-sources.ts';

/** The program that the command keeps running: a source module, or a compiled one. */
const SERVER = createRequire(import.meta.url).resolve('#tools/dev/server.ts');

/** See `Command`. */
export const run = defineCommand({ usage: 'npm run dev', options: {} }, ({ root, print }) => {
  print('\n  Starting …');
  // A change of any of these files restarts the server. Vite updates pages without a restart.
  const stop = keepRunning({
    command: process.execPath,
    args: [SERVER, root],
    sources: serverSourcesIn(root),
    print: (line) => print(`\n  ${line}`),
    onHopeless: () => process.exit(1),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop(signal).then(() => process.exit(0)));
  return undefined;
});

/** A program that restarts whenever its sources change. */
interface RestartedProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly sources: Sources;
  /** Prints a line for the developer. */
  readonly print: (line: string) => void;
  /** Runs if the program has exited with `HOPELESS`. */
  readonly onHopeless?: () => void;
}

/** Files that the next process has loaded before it starts, if any: those of the engine. */
const LOADED_EARLY = /\/(engine|tools)\//;

/** How long a program may take to stop before it is killed. */
const MAX_STOP_MS = 20_000;

/**
 * Runs a program, and restarts it after each change of its sources, also after it has exited because a server
 * could not start. Meanwhile, and after a failed start, the next process loads what it can. The program
 * learns whether an earlier one was ready, and may take changes of one file itself (`restarts.ts`). Returns a
 * function that stops it for good and resolves once it has stopped.
 */
export function keepRunning({
  command,
  args,
  sources,
  print,
  onHopeless,
}: RestartedProgram): (signal?: NodeJS.Signals) => Promise<void> {
  let child: ChildProcess | undefined;
  /** The process that starts once the child has stopped. */
  let next: ChildProcess | undefined;
  let isReady = false;
  let isRestarting = false;
  let wasReady = false;
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;

  const prepare = () => {
    const env = { ...process.env, ...(wasReady && { [IS_RESTART]: 'true' }) };
    const prepared = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
    prepared.on('message', (message: FromServer) => {
      if (message === 'restart') return restart([TAKEN_FILE]);
      if (message === 'failed') next ??= prepare();
      isReady = message === 'ready';
      wasReady ||= isReady;
    });
    prepared.once('exit', (code) => {
      if (prepared === next) next = undefined;
      if (prepared !== child) return;
      child = undefined;
      isReady = false;
      if (code === HOPELESS && !isStopped) onHopeless?.();
      else if (isStopped) stopped.resolve();
      else if (isRestarting) start();
      else print(WAITING);
    });
    return prepared;
  };
  const start = () => {
    isRestarting = false;
    child = next ?? prepare();
    next = undefined;
    child.send('start' satisfies ToServer);
  };
  const restart = (files: readonly string[]) => {
    print(`${listed(files)} changed: restarting …`);
    if (files.some((file) => LOADED_EARLY.test(file))) {
      next?.kill();
      next = undefined;
    }
    next ??= prepare();
    if (child === undefined) return start();
    // Until it has exited, further changes lead to the same restart.
    if (isRestarting) return;
    isRestarting = true;
    const stopFor = files.at(-1)!;
    end(child, (running) =>
      isReady ? running.send({ stopFor } satisfies ToServer) : running.kill('SIGTERM'),
    );
    isReady = false;
  };
  const watching = watchSources(sources, (files) => {
    if (isReady && files.every((file) => file === TAKEN_FILE)) child?.send('take' satisfies ToServer);
    else restart(files);
  });

  next = prepare();
  // A change while it reads its sources must not be missed.
  watching.ready.then(() => {
    if (!isStopped) start();
  });
  return (signal = 'SIGTERM') => {
    isStopped = true;
    watching.stop();
    next?.kill();
    if (child === undefined) stopped.resolve();
    else end(child, (running) => running.kill(signal));
    return stopped.promise;
  };
}

/** A revision of git changes many files at once. */
const MAX_LISTED = 3;

const listed = (files: readonly string[]): string =>
  files.length > MAX_LISTED
    ? `${files.slice(0, MAX_LISTED).join(', ')} and ${files.length - MAX_LISTED} more`
    : files.join(', ');

function end(child: ChildProcess, ask: (child: ChildProcess) => void): void {
  ask(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_STOP_MS);
  child.once('exit', () => clearTimeout(timer));
}
