import { ApiError } from '#backend/http/api-error.ts';
import type { Rules, Values, Write } from '#backend/resources/hooks.ts';
import { actorHere } from '#backend/sessions/actor.ts';
import type { Person, Transaction } from './user.ts';
import { beforeChange, beforeCreation, beforeRemoval } from './policy.ts';

/** The rules around the writes of admins to people, inside the transaction of each. */
export const peopleResourceRules: Rules = {
  alsoInHistory: ['impersonated'],
  beforeCreate: async (values) => {
    beforeCreation(values);
    return named({ name: null, ...values });
  },
  beforeUpdate: ({ before, values }, write) => beforeChange(dbOf(write), before as Person, named(values)),
  beforeDelete: async (before, write) => {
    if (actorHere() === before.id) throw new ApiError('YOU_CANNOT_REMOVE_YOURSELF');
    await beforeRemoval(dbOf(write), before as Person);
  },
};

/** Sign-in keeps a name that is not known yet as an empty text. */
function named(values: Values): Values {
  return 'name' in values ? { ...values, name: values.name ?? '' } : values;
}

function dbOf({ em }: Write): Transaction {
  return em.getKysely() as unknown as Transaction;
}
