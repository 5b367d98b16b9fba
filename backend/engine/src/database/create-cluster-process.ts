import { PGlite } from '@electric-sql/pglite';

// Exits with the server, whatever stops that.
process.once('disconnect', () => process.exit(1));
try {
  const pglite = await PGlite.create({ dataDir: process.argv[2]! });
  await pglite.close();
  process.exit(0);
} catch (error) {
  const { name, message, errno, code } = error as NodeJS.ErrnoException;
  process.send?.({ name, message, errno, code }, () => process.exit(1));
}
