import { existsSync } from 'node:fs';
import { styleText } from 'node:util';
import { visible } from '../log/visible.ts';
import { webFolder } from '../pages/pages.ts';
import { version } from '../version.ts';
import { command, printJson } from './command.ts';
import { checkDatabase } from './doctor/database.ts';
import { type Finding, findings } from './doctor/finding.ts';
import { checkFolder } from './doctor/folder.ts';
import { checkCodeHost, checkMetricsPort, checkPort } from './doctor/network.ts';
import { checkResume } from './doctor/resume.ts';
import { checkSettings } from './doctor/settings.ts';
import { counted } from './figures.ts';

const help = `Looks for what is wrong with this installation, and says how to mend it. It changes nothing, and may run beside the site.

  dev-connector doctor [--offline] [--json]

  --offline   ask nobody outside: leaves out the code host, and the clock with it
  --json      the findings as JSON

It looks at the settings, the résumé, the data folder and its rights, the room on the disk, the whole database (pages, references, counts), the ports to
listen on, the code host and the clock. Give it the environment that the site has. Exit code 1 where it finds a fault.`;

export const doctor = command({
  help,
  options: { offline: { type: 'boolean' }, json: { type: 'boolean' } },
  async run({ offline = false, json }) {
    const found = await look(offline);
    const faults = found.filter(({ state }) => state === 'fault').length;
    if (json) printJson({ version, node: process.version, faults, findings: found });
    else {
      for (const finding of found) console.log(toLine(finding));
      console.log(faults > 0 ? `Found ${counted(faults, 'fault')}.` : 'No faults found.');
    }
    return faults > 0 ? 1 : 0;
  },
});

async function look(offline: boolean): Promise<Finding[]> {
  const program: Finding = { check: 'program', state: 'ok', says: `Dev Connector ${version} on Node ${process.version}` };
  const pages = findings(
    'pages',
    existsSync(`${webFolder}/build/server/index.js`) ? [] : ['The web pages are not built: run npm run build.'],
    'built',
  );
  const { settings, found } = checkSettings(process.env);
  if (!settings) return [program, ...pages, ...found]; // the rest would look in the wrong places
  return [
    program,
    ...pages,
    ...found,
    ...(await checkResume(settings)),
    ...checkFolder(settings.dataDir),
    ...(await checkDatabase(settings)),
    ...(await checkPort(settings)),
    ...(await checkMetricsPort(settings)),
    ...(offline ? [] : await checkCodeHost(settings)),
  ];
}

const colours = { ok: 'green', fault: 'red', note: 'yellow' } as const;
/** styleText leaves the colour out where nobody would see it. */
const toLine = ({ check, state, says }: Finding) => `${styleText(colours[state], state.padEnd(5))}  ${check.padEnd(9)}  ${visible(says)}`;
