/** Splits the clauses of a statement at its commas, except for those in parentheses, texts and names. */
export function clausesOf(list: string): string[] {
  const clauses: string[] = [];
  let clause = '';
  let depth = 0;
  for (const [token] of list.matchAll(/'(?:[^']|'')*'|"[^"]*"|[(),]|[^'"(),]+/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) {
      clauses.push(clause.trim());
      clause = '';
    } else clause += token;
  }
  return [...clauses, clause.trim()].filter((one) => one !== '');
}
