import { endpoint } from './shared/endpoint.ts';
import { array, integer, object, optional, string } from './shared/schema.ts';

const legacyReport = object(
  {
    'csp-report': object({
      'document-uri': string(),
      'effective-directive': string(),
      'blocked-uri': string(),
      'source-file': optional(string()),
      'line-number': optional(integer()),
      'script-sample': optional(string()),
    }),
  },
  { description: 'What browsers send to `report-uri`.' },
);

const reports = array(
  object({
    type: string({ enum: ['csp-violation'] }),
    body: object({
      documentURL: string(),
      effectiveDirective: string(),
      blockedURL: string(),
      sourceFile: optional(string()),
      lineNumber: optional(integer()),
      sample: optional(string()),
    }),
  }),
  { description: 'What browsers send to `report-to`.' },
);

/** Counts and logs violations of the site's policies, which browsers report without a script. Stores nothing. Ignores fields that it does not know. */
export const reportViolations = endpoint({
  method: 'POST',
  path: '/api/csp-reports',
  summary: 'Report violations of the Content-Security-Policy',
  tag: 'Site',
  access: 'anyone',
  bodies: { 'application/csp-report': legacyReport, 'application/reports+json': reports },
  rate: 'report',
});
