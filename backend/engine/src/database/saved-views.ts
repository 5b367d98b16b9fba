import { EntitySchema } from '@mikro-orm/core';
import type { Row } from './connection.ts';
import { newId } from './id.ts';
import { currentTime, laterThan } from './time.ts';

/** The unique rule of a view's name. */
export const VIEW_NAME_RULE = 'saved_views_name_unique';

/** Returns the table of saved views. The views of a user are deleted with the user. */
export const savedViews = (users: EntitySchema): EntitySchema => {
  const entity = new EntitySchema<Row>({
    name: 'SavedView',
    tableName: 'saved_views',
    properties: {
      id: { type: 'uuid', primary: true, onCreate: () => newId() },
      owner: {
        kind: 'm:1',
        entity: () => users,
        fieldName: 'owner_id',
        mapToPk: true,
        deleteRule: 'cascade',
        updateRule: 'no action',
        index: false,
      },
      resource: { type: 'string', length: 100 },
      name: { type: 'string', length: 100 },
      query: { type: 'text' },
      columns: { type: 'json', nullable: true },
      shared: { type: 'boolean' },
      isDefault: { type: 'boolean' },
      createdAt: { type: 'datetime', length: 3, onCreate: currentTime },
      updatedAt: {
        type: 'datetime',
        length: 3,
        onCreate: currentTime,
        onUpdate: () => laterThan('updated_at'),
      },
    },
    uniques: [{ name: VIEW_NAME_RULE, properties: ['owner', 'resource', 'name'] }],
    indexes: [{ name: 'saved_views_shared', properties: ['shared', 'resource'] }],
  });
  return entity as EntitySchema;
};

/**
 * Returns the table of users' default views, which replace the shared default of a list; without a view, the
 * default is all records. A choice is deleted with its user and its view.
 */
export const savedViewChoices = (users: EntitySchema, views: EntitySchema): EntitySchema => {
  const common = { kind: 'm:1', mapToPk: true, deleteRule: 'cascade', updateRule: 'no action' } as const;
  const entity = new EntitySchema<Row>({
    name: 'SavedViewChoice',
    tableName: 'saved_view_choices',
    properties: {
      user: { ...common, entity: () => users, fieldName: 'user_id', primary: true },
      resource: { type: 'string', length: 100, primary: true },
      view: { ...common, entity: () => views, fieldName: 'view_id', nullable: true },
    },
  });
  return entity as EntitySchema;
};
