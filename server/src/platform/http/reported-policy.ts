import { reportViolations } from '@dev-connector/contract';
import type { Settings } from '../settings.ts';

/**
 * Returns the headers of a page with a Content-Security-Policy whose violations browsers report. Chromium sends nothing to `report-to` without HTTPS, and ignores
 * `report-uri` beside it.
 */
export function reportedPolicy({ publicUrl }: Pick<Settings, 'publicUrl'>, policy: string): Record<string, string> {
  const { path } = reportViolations;
  const reported = `${policy}; report-uri ${path}`;
  if (!publicUrl?.startsWith('https:')) return { 'content-security-policy': reported };
  return { 'content-security-policy': `${reported}; report-to csp`, 'reporting-endpoints': `csp="${path}"` };
}
