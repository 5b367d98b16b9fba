import { endWithOneLine } from './process.ts';

// Loaded only now, so that a wrong entry in resources.config.ts ends in one line like everything else.
const starting = process.argv.includes('--dev') ? import('./start-dev.ts') : import('./start.ts');

await starting.then(({ start }) => start()).catch(endWithOneLine);
