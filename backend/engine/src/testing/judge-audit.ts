/** The output of `npm audit --json`: a report, or why there is none. */
interface Report {
  readonly auditReportVersion?: number;
  readonly message?: string;
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
}

interface Vulnerability {
  readonly severity: string;
  readonly range: string;
  /** Advisories, and the names of vulnerable packages that it depends on. */
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
}

/** Returns a line for each advisory in the output of `npm audit --json`, and whether there is none. */
export function judgeAudit(output: string): { readonly text: string; readonly isGood: boolean } {
  const report = parsed(output);
  if (report?.auditReportVersion === undefined) {
    const reason = report?.message ? `: ${report.message}` : '';
    return {
      text: `The packages were not audited, because the registry does not answer${reason}`,
      isGood: true,
    };
  }
  const lines = Object.entries(report.vulnerabilities ?? {}).map(([name, { severity, range, via }]) => {
    const reasons = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} (${one.url})`));
    return `${name} ${range}, ${severity}: ${reasons.join('; ')}`;
  });
  return lines.length > 0
    ? { text: lines.join('\n'), isGood: false }
    : { text: 'No package that runs in production has a known vulnerability', isGood: true };
}

function parsed(output: string): Report | undefined {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}
