import { PGlite } from '@electric-sql/pglite';

// If the server ends first, for whatever reason, this must not outlive it.
process.once('disconnect', () => process.exit(1));
try {
  const pglite = await PGlite.create({ dataDir: process.argv[2]! });
  await pglite.close();
  process.exit(0);
} catch (error) {
  const { name, message, errno, code } = error as NodeJS.ErrnoException;
  process.send?.({ name, message, errno, code }, () => process.exit(1));
}
