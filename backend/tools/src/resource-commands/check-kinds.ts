import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { docsPath } from '@bindery/backend/kernel/docs-path.ts';
import { frontendModule } from '@bindery/contract/api/frontend-folder.ts';
import { kindNames } from '@bindery/contract/schema/kinds.ts';
import { kebabCase } from '@bindery/contract/schema/names.ts';
import { CommandError } from './command.ts';

/**
 * Checks that each kind of field has a file with its components, without which no page can show such a field.
 * @throws CommandError that names the missing file.
 */
export function checkKinds(root: string): void {
  for (const name of kindNames()) {
    const file = `${kebabCase(name)}.tsx`;
    const own = `frontend/extensions/field-kinds/${file}`;
    if (frontendModule(`manager/fields/${file}`) !== undefined || existsSync(join(root, own))) continue;
    const guide = docsPath('docs/field-kinds.md', root);
    throw new CommandError(
      `${own} is missing: without it, no page can show a field of the kind "${name}". Export its components (${guide}).`,
    );
  }
}
