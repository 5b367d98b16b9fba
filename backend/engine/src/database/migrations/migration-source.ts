import type { Plan } from './plan.ts';

const inTemplate = (text: string) => text.replace(/[`$\\]/g, '\\$&');
const LINE = 110;

/**
 * Returns the TypeScript source of a migration, formatted as the linter requires. Migrations have no `down`.
 */
export function migrationSource(name: string, plan: Plan): string {
  const summary = plan.summary.map((line) => ` * - ${line.replaceAll('*/', '')}\n`).join('');
  return `import { Migration } from '@mikro-orm/migrations';

/**
${summary} */
export class ${name} extends Migration {
  override name = '${name}';

  override up(): void {
${plan.statements.map(statementSource).join('')}  }
}
`;
}

function statementSource(sql: string): string {
  const oneLine = `    this.addSql(\`${inTemplate(sql)}\`);\n`;
  return oneLine.length <= LINE + 1 ? oneLine : `    this.addSql(\n      \`${inTemplate(sql)}\`,\n    );\n`;
}
