import { describe, expect, it } from 'vitest';
import { judgeAudit } from './judge-audit.ts';

describe('the audit of packages', () => {
  it('fails with a line for each vulnerable package', () => {
    const advisory = { title: 'Reads files of others', url: 'https://github.com/advisories/GHSA-1' };
    const vulnerabilities = {
      parser: { severity: 'high', range: '<2.0.1', via: [advisory] },
      server: { severity: 'high', range: '1.x', via: ['parser'] },
    };
    expect(judgeAudit(JSON.stringify({ auditReportVersion: 2, vulnerabilities }))).toEqual({
      isGood: false,
      text:
        'parser <2.0.1, high: Reads files of others (https://github.com/advisories/GHSA-1)\n' +
        'server 1.x, high: by parser',
    });
  });

  it('passes without vulnerabilities', () => {
    expect(judgeAudit('{"auditReportVersion":2,"vulnerabilities":{}}')).toMatchObject({ isGood: true });
  });

  it.each([
    [
      'refuses the question',
      '{"message":"405 Method Not Allowed","statusCode":405}',
      '405 Method Not Allowed',
    ],
    ['is away', '{"message":"connect ECONNREFUSED"}', 'ECONNREFUSED'],
    ['makes npm print nothing', '', 'not audited'],
    ['makes npm print something else', 'npm error', 'not audited'],
  ])('passes, and says so, where the registry %s', (_case, output, reason) => {
    const { text, isGood } = judgeAudit(output);
    expect(isGood).toBe(true);
    expect(text).toContain('not audited');
    expect(text).toContain(reason);
  });
});
