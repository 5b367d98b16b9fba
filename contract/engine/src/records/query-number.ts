import { z } from 'zod';

const digits: z.ZodType<number> = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** A whole number in a query string. Clients pass a number, which arrives at the server as a string. */
export const queryNumber = digits as z.ZodType<number, number>;
