import type { Database } from '#backend/database/connection.ts';
import { type Deliver, Delivery } from '#backend/database/write-events/delivery.ts';
import type { WriteEvents } from '#backend/database/write-events.ts';
import type { CreateTools } from '#backend/extend/create-app-tools.ts';
import { readWhole } from '#backend/extend/records.ts';
import type { HooksByResource } from '#backend/records/resources/hooks.ts';
import type { ResourceServices } from '#backend/records/resources/resource-service.ts';

interface Parts {
  readonly database: Pick<Database, 'execute'>;
  readonly hooks: HooksByResource;
}

/** Delivers the events of all resources with an `afterCommit` hook; without any, it costs nothing. */
export class EventDeliveries implements WriteEvents {
  readonly resources: ReadonlySet<string>;
  readonly #parts: Parts;
  readonly #deliveries: Delivery[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
    const listening = Object.entries(parts.hooks).filter(([, hooks]) => hooks?.afterCommit);
    this.resources = new Set(listening.map(([name]) => name));
  }

  /** Starts delivery, including events written before. */
  start(services: ResourceServices, tools: CreateTools): void {
    const { database, hooks } = this.#parts;
    for (const [resource, service] of services) {
      const hook = hooks[resource]?.afterCommit;
      if (!hook) continue;
      const deliver: Deliver = async (event, signal) => {
        const { id, action, recordId, changes, actorId, impersonatorId, apiKey, batch, at } = event;
        const record = await readWhole(service, recordId);
        const author = { actor: actorId, impersonator: impersonatorId, apiKey };
        await hook({ id, action, recordId, record, changes, author, batch, at }, { ...tools(), signal });
      };
      const delivery = new Delivery({ database, resource, deliver });
      this.#deliveries.push(delivery);
      delivery.start();
    }
  }

  wake(): void {
    for (const delivery of this.#deliveries) delivery.wake();
  }

  /** Stops; another server, or the next start, delivers again what does not finish in time. */
  async stop(): Promise<void> {
    await Promise.all(this.#deliveries.map((delivery) => delivery.stop()));
  }
}
