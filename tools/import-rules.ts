import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

/*
 * Checks the dependencies between layers:
 *   contract <- server, web        routes -> store -> db        screens -> queries -> contract        no module imports a route
 */
interface Rule {
  /** Files that the rule applies to. */
  files: RegExp;
  /** Forbidden imports: paths in the repository or names of packages. */
  forbidden: RegExp;
  /** Reason, for the error message. */
  reason: string;
}

const rules: Rule[] = [
  { files: /^contract\//, forbidden: /^(?!contract\/src\/|typebox$)/, reason: 'the contract imports only TypeBox' },
  { files: /^json\/(?!src\/build\.ts|.*\.test\.)/, forbidden: /^(?!json\/|node:|#kernel$)/, reason: 'the formatter has no dependencies' },
  {
    files: /^server\/src\//,
    forbidden: /^(web|e2e|tools|resilience|server\/test)\//,
    reason: 'the server depends only on the contract and the formatter',
  },
  { files: /^web\//, forbidden: /^(server|e2e|tools)\//, reason: 'the web application uses the server only through the contract' },
  { files: /^server\/src\/(?!app\.ts)/, forbidden: /^server\/src\/.*routes\.ts$/, reason: 'only app.ts imports routes' },
  { files: /^server\/src\/.*routes\.ts$/, forbidden: /^server\/src\/db\//, reason: 'routes access the database through a store' },
  {
    files: /^server\/src\/(accounts|deletion|events|feed|jobs|posts|profiles|resume\/import)\/(?!.*(routes|authenticate)\.ts)/,
    forbidden: /^(@?fastify|server\/src\/(app|http\/(problems|route))\.ts)/,
    reason: 'stores do not depend on HTTP',
  },
  { files: /^server\/src\/db\//, forbidden: /^(?!server\/src\/db\/|node:|pg$)/, reason: 'the database layer does not depend on features' },
  {
    files: /^web\/app\/ui\//,
    forbidden: /^(web\/app\/(?!ui\/)|@dev-connector\/)/,
    reason: 'UI components do not depend on the application',
  },
  {
    files: /^web\/app\/api\//,
    forbidden: /^web\/app\/(ui|forms|shell)\//,
    reason: 'API calls do not depend on the user interface',
  },
  {
    files: /^web\/app\/[^/]+\//,
    forbidden: /^web\/app\/(root|routes|entry\.|.*(?<!\+types)\/route$)/,
    reason: 'screens and their parts are not imported from elsewhere',
  },
];

/** Vague names. Code lives next to its user, under a specific name. */
const vague = /(^|\/)(utils?|helpers?|common|services?|misc)(\.|\/|$)/i;

/** Returns one line per problem with imports and file names. */
export function importProblems(root: string): string[] {
  const files = globSync('{contract,json,server,web,e2e,tools,bench,resilience}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|build|\.react-router)$/.test(path),
  }).sort();
  return files.flatMap((file) => [
    ...(vague.test(file) ? [`${file}: vague name; name the file after its content`] : []),
    ...importsOf(file, readFileSync(join(root, file), 'utf8')).flatMap((target) =>
      rules
        .filter((rule) => rule.files.test(file) && rule.forbidden.test(target))
        .map(({ reason }) => `${file} imports ${target}: ${reason}`),
    ),
  ]);
}

/** Returns the imports of a file: paths from the repository's root, or names of packages. */
function importsOf(file: string, text: string): string[] {
  const found = text.matchAll(/^(?:import|export|\})[^'\n]*\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...found].map(([, from, bare, dynamic]) => {
    const name = from ?? bare ?? dynamic ?? '';
    return name.startsWith('.') ? join(dirname(file), name) : name;
  });
}
