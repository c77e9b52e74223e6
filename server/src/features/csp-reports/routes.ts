import { reportViolations } from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { acceptJsonOf } from '../../platform/http/json-body.ts';
import { originOf } from '../../platform/http/origin.ts';
import { networkOf } from '../../platform/http/rate-limits/address.ts';
import { route } from '../../platform/http/route.ts';
import { readReports } from './violation.ts';
import { violationsOf } from './violations.ts';

/** Receives the reports of browsers about violations of the pages' policies. */
export const cspReports: Mount = async (app, context) => {
  const { settings } = context;
  const violations = violationsOf(context);
  app.addHook('onClose', async () => violations.close());
  await app.register(async (scope) => {
    acceptJsonOf(scope, Object.keys(reportViolations.bodies), 'notReport');
    route(scope, reportViolations, async ({ request }) => {
      for (const report of readReports(request.body, originOf(settings, request))) violations.add(report, networkOf(request));
      return undefined;
    });
  });
};
