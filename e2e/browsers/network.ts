import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy between browser and server that can go offline: works the same for every browser. */
export class Network {
  readonly #port: number;
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #server = createServer();

  constructor({ port, target }: { port: number; target: number }) {
    this.#port = port;
    this.#target = target;
  }

  /** Accepts connections. */
  async open(): Promise<void> {
    this.#server = createServer((socket) => {
      const onward = connect(this.#target, 'localhost');
      for (const end of [socket, onward]) {
        this.#sockets.add(end);
        end.on('error', () => {});
        end.on('close', () => {
          this.#sockets.delete(end);
          socket.destroy();
          onward.destroy();
        });
      }
      socket.pipe(onward).pipe(socket);
    }).listen(this.#port, 'localhost');
    await once(this.#server, 'listening');
  }

  /** Closes all connections and rejects new ones. */
  async cut(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
