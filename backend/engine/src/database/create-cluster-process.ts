import { PGlite } from '@electric-sql/pglite';

// Exits when the server does, however the server stops.
process.once('disconnect', () => process.exit(1));
try {
  const pglite = await PGlite.create({ dataDir: process.argv[2]! });
  await pglite.close();
  process.exit(0);
} catch (error) {
  const { name, message, errno, code } = error as NodeJS.ErrnoException;
  process.send?.({ name, message, errno, code }, () => process.exit(1));
}
