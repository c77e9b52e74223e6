import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

/*
 * Which way imports may run:
 *   contract <- server, web        routes -> store -> db        web's screens -> api -> contract        nobody imports a route
 */
interface Rule {
  /** The files that the rule is about … */
  files: RegExp;
  /** … what they must not import, as a path in the repository or the name of a package … */
  never: RegExp;
  /** … and why, for whoever did. */
  because: string;
}

const rules: Rule[] = [
  { files: /^contract\//, never: /^(?!contract\/src\/|typebox$)/, because: 'the contract imports TypeBox and nothing else' },
  { files: /^json\/(?!src\/build\.ts|.*\.test\.)/, never: /^(?!json\/|node:|#kernel$)/, because: 'the formatter has no dependencies' },
  { files: /^server\/src\//, never: /^(web|e2e|tools|resilience|server\/test)\//, because: 'the server stands on the contract alone' },
  { files: /^web\//, never: /^(server|e2e|tools)\//, because: 'the web speaks to the server through the contract' },
  { files: /^server\/src\/(?!app\.ts)/, never: /^server\/src\/routes\//, because: 'nobody imports a route; app.ts mounts them' },
  { files: /^server\/src\/routes\//, never: /^server\/src\/db\//, because: 'a route calls a store, and the store the database' },
  { files: /^server\/src\/store\//, never: /^(@?fastify|server\/src\/(app|problems|route|session)\.ts)/, because: 'a store knows no HTTP' },
  { files: /^server\/src\/db\//, never: /^(?!server\/src\/db\/|node:|pg$)/, because: 'the database does not know what is stored in it' },
  { files: /^web\/app\/ui\//, never: /^(web\/app\/(?!ui\/)|@dev-connector\/)/, because: 'the parts of ui know nothing of this site' },
  {
    files: /^web\/app\/api\//,
    never: /^web\/app\/(ui|alerts|forms|outcomes)\//,
    because: 'a call of the API shows nothing; who calls does',
  },
  {
    files: /^web\/app\/[^/]+\//,
    never: /^web\/app\/(root|routes|entry\.)/,
    because: 'nobody imports a screen, nor the parts of another one',
  },
];

/** Names that say nothing: a thing lives where it is used, under its own name. */
const vague = /(^|\/)(utils?|helpers?|common|services?|misc)(\.|\/|$)/i;

/** Everything wrong with the imports and the file names of the project, one line each. */
export function importProblems(root: string): string[] {
  const files = globSync('{contract,json,server,web,e2e,tools,bench,resilience}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|build|\.react-router)$/.test(path),
  }).sort();
  return files.flatMap((file) => [
    ...(vague.test(file) ? [`${file}: the name says nothing; call it by what it holds`] : []),
    ...importsOf(file, readFileSync(join(root, file), 'utf8')).flatMap((target) =>
      rules
        .filter((rule) => rule.files.test(file) && rule.never.test(target) && !ownScreen(file, target))
        .map(({ because }) => `${file} imports ${target}: ${because}`),
    ),
  ]);
}

/** What a file imports: paths from the repository's root, and names of packages as they stand. */
function importsOf(file: string, text: string): string[] {
  const found = text.matchAll(/^(?:import|export|\})[^'\n]*\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...found].map(([, from, bare, dynamic]) => {
    const name = from ?? bare ?? dynamic ?? '';
    return name.startsWith('.') ? join(dirname(file), name) : name;
  });
}

/** A screen's folder is its own: its parts may import each other. */
function ownScreen(file: string, target: string): boolean {
  const screen = /^web\/app\/routes\/[^/]+\//.exec(file)?.[0];
  return screen !== undefined && target.startsWith(screen);
}
