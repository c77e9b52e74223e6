import { existsSync } from 'node:fs';
import { styleText } from 'node:util';
import { webFolder } from '../../features/pages/pages.ts';
import { escapeText } from '../../platform/log/escape.ts';
import { version } from '../../platform/version.ts';
import { command, printJson } from '../command.ts';
import { checkDatabase } from '../doctor/database.ts';
import { type Finding, findings } from '../doctor/finding.ts';
import { checkLive } from '../doctor/live.ts';
import { checkMail } from '../doctor/mail.ts';
import { checkAvatarService, checkCodeHost, checkMetricsPort, checkPort } from '../doctor/network.ts';
import { checkPackages } from '../doctor/packages.ts';
import { checkResume } from '../doctor/resume.ts';
import { readSiteSettings } from '../doctor/settings.ts';
import { startChecks } from '../doctor/start-checks.ts';
import { counted } from '../figures.ts';

const help = `Checks this installation for problems and suggests fixes. Changes nothing, and can run while the site runs.

  dev-connector doctor [--offline] [--json]

  --offline   skip the checks that need the network: code host, clock, avatar service and mail server
  --json      print the findings as JSON

Checks the settings, the installed packages, the résumé, the data folder and its permissions, the free disk space, the database (pages, references, counts,
jobs), the notifications between processes, the ports to listen on, the code host, the clock, the avatar service and the mail server. Exits with 1 if it finds a fault.`;

export const doctor = command({
  help,
  options: { offline: { type: 'boolean' }, json: { type: 'boolean' } },
  async run({ offline = false, json }) {
    const found = await runChecks(offline);
    const faults = found.filter(({ state }) => state === 'fault').length;
    if (json) printJson({ version, node: process.version, faults, findings: found });
    else {
      for (const finding of found) console.log(toLine(finding));
      console.log(faults > 0 ? `Found ${counted(faults, 'fault')}.` : 'No faults found.');
    }
    return faults > 0 ? 1 : 0;
  },
});

async function runChecks(offline: boolean): Promise<Finding[]> {
  const program: Finding = { check: 'program', state: 'ok', message: `Dev Connector ${version} on Node ${process.version}` };
  const pages = findings(
    'pages',
    existsSync(`${webFolder}/build/server/index.js`) ? [] : ['The web pages are not built: run npm run build.'],
    'built',
  );
  const read = readSiteSettings(process.env);
  if ('invalid' in read) return [program, ...pages, ...checkPackages(), ...read.invalid]; // the other checks need valid settings
  const { settings, environment, notes } = read;
  return [
    program,
    ...pages,
    ...notes,
    ...startChecks(settings, environment),
    ...(await checkResume(settings)),
    ...(await checkDatabase(settings)),
    ...(await checkLive(settings)),
    ...(await checkPort(settings)),
    ...(await checkMetricsPort(settings)),
    ...(offline ? [] : [...(await checkCodeHost(settings)), ...(await checkAvatarService(settings))]),
    ...(await checkMail(settings, { offline })),
  ];
}

const colors = { ok: 'green', fault: 'red', note: 'yellow' } as const;
/** Formats a finding. styleText omits colors if the output is not a terminal. */
const toLine = ({ check, state, message }: Finding) =>
  `${styleText(colors[state], state.padEnd(5))}  ${check.padEnd(9)}  ${escapeText(message)}`;
