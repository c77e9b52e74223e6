import type { IConfiguration, IRegularForbiddenRuleType } from 'dependency-cruiser';

/*
 * Rules of dependency-cruiser for imports, on paths from the root of the repository:
 *   contract <- server, web        routes -> store -> db        screens -> queries -> contract        no module imports a route
 * The lists below are orders from the bottom: each name may import those before it, types included.
 */
const rule = (name: string, restriction: Pick<IRegularForbiddenRuleType, 'from' | 'to'>): IRegularForbiddenRuleType => ({
  name,
  severity: 'error',
  ...restriction,
});

/** The features of the server. server/src/features.ts has the same order. */
const serverFeatures = [
  ...[
    'visibility',
    'storage',
    'handles',
    'accounts',
    'media',
    'avatars',
    'site',
    'markdown',
    'profiles',
    'directory',
    'repositories',
    'tags',
    'mentions',
    'posts',
    'comments',
  ],
  ...[
    'activity',
    'drafts',
    'bookmarks',
    'follows',
    'notifications',
    'live',
    'search',
    'deletion',
    'resume',
    'previews',
    'syndication',
    'pages',
    'offline',
  ],
  ...['csp-reports', 'api-docs', 'monitoring'],
];

/** The folders of the web application. */
const webFolders = ['styles', 'ui', 'api', 'feedback', 'forms', 'features', 'shell'];

/** The features of the web application. */
const webFeatures = [
  ...[
    'site',
    'syndication',
    'media',
    'avatars',
    'accounts',
    'activity',
    'drafts',
    'tags',
    'directory',
    'follows',
    'notifications',
    'posts',
    'comments',
  ],
  ...[
    'live',
    'bookmarks',
    'resume',
    'profiles',
    'deletions',
    'settings',
    'dashboard',
    'search',
    'explore',
    'landing',
    'formatter',
    'design',
  ],
];

/** Features that the frame of every screen uses: the viewer's session, Undo, live updates, the count of notifications, the search field, signing out, and the name of the site. */
const shellFeatures = ['accounts', 'deletions', 'live', 'notifications', 'search', 'settings', 'site'];

/** The contract: what all features share, then the features, each a file or a folder. */
const contractParts = [
  ...[
    'shared',
    'api-docs',
    'csp-reports',
    'monitoring',
    'storage',
    'site',
    'avatars',
    'handles',
    'mentions',
    'media',
    'tags',
    'repositories',
  ],
  ...[
    'directory',
    'drafts',
    'comments',
    'posts',
    'profiles',
    'notification-mails',
    'accounts',
    'bookmarks',
    'follows',
    'notifications',
    'notification-texts',
    'live',
    'syndication',
    'resume',
    'search',
    'activity',
  ],
];

/** No name: the pattern matches nothing. */
const none = '(?!)';

/**
 * Each part of `parent`, a file or a folder, imports only those before it, and all are in the order. `outside`: files that have no place in it; `open`: those of
 * them that all may import.
 */
const inOrder = (parent: string, names: string[], { outside = none, open = none } = {}): IRegularForbiddenRuleType[] => [
  rule(`${parent}: all parts are in the order of the rules`, {
    from: { path: `^${parent}/`, pathNot: `^${parent}/((${names.join('|')})[/.]|${outside})` },
    to: {},
  }),
  ...names.map((name, index) =>
    rule(`${parent}/${name} imports only parts before it`, {
      from: { path: `^${parent}/${name}[/.]` },
      to: { path: `^${parent}/`, pathNot: `^${parent}/((${names.slice(0, index + 1).join('|')})[/.]|${open})` },
    }),
  ),
];

export default {
  forbidden: [
    ...inOrder('server/src/features', serverFeatures),
    ...inOrder('contract/src', contractParts, { outside: 'index\\.ts$' }),
    ...inOrder('web/app', webFolders, { outside: '[^/]+$', open: 'context\\.ts$' }),
    ...inOrder('web/app/features', webFeatures),
    rule('the shell imports only features that every screen needs', {
      from: { path: '^web/app/shell/' },
      to: { path: '^web/app/features/', pathNot: `^web/app/features/(${shellFeatures.join('|')})/` },
    }),
    rule('modules have no import cycles', {
      from: { path: '^(server|contract)/src/' },
      to: { circular: true },
    }),
    rule('modules have no import cycles at run time', {
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    }),
    rule('file names are specific', {
      from: {},
      to: { path: '(^|/)(utils?|helpers?|common|services?|misc)(\\.|/|$)', pathNot: 'node_modules/', dependencyTypesNot: ['core'] },
    }),
    rule('the contract imports only TypeBox', { from: { path: '^contract/' }, to: { pathNot: '^(contract/src/|node_modules/typebox/)' } }),
    rule('the formatter has no dependencies', {
      from: { path: '^json/', pathNot: '^json/src/build\\.ts$|\\.test\\.' },
      to: { pathNot: '^json/', dependencyTypesNot: ['core'] },
    }),
    rule('the server depends only on the contract and the formatter', {
      from: { path: '^server/src/' },
      to: { path: '^(web|e2e|tools|bench|resilience|server/test)/' },
    }),
    rule('the web application uses the server only through the contract', {
      from: { path: '^web/' },
      to: { path: '^(server|e2e|tools)/' },
    }),
    rule('the platform knows no feature', {
      from: { path: '^server/src/platform/' },
      to: { path: '^server/src/(?!platform/)' },
    }),
    rule('features.ts alone imports the entry files of features', {
      from: { path: '^server/src/', pathNot: '^server/src/features\\.ts$' },
      to: { path: '^server/src/features/[^/]+/feature\\.ts$' },
    }),
    rule('features do not import the start of the program', {
      from: { path: '^server/src/features/' },
      to: { path: '^server/src/(?!features/|platform/)' },
    }),
    rule('only the entry file of a feature imports its routes', {
      from: { path: '^server/src/', pathNot: '/feature\\.ts$' },
      to: { path: '^server/src/.*routes\\.ts$' },
    }),
    rule('routes access the database through a store', {
      from: { path: '^server/src/.*routes\\.ts$' },
      to: { path: '^server/src/platform/db/' },
    }),
    rule('stores do not depend on HTTP', {
      from: {
        path: '^server/src/(features/(accounts|comments|deletion|drafts|posts|profiles|resume/import)|platform/(events|lists|jobs))/',
        pathNot: '(routes|authenticate|passwords/limits)\\.ts$',
      },
      to: { path: '^(node_modules/@?fastify|server/src/(app|platform/http/(problems|route))\\.ts)' },
    }),
    rule('the database layer does not depend on features', {
      from: { path: '^server/src/platform/db/' },
      to: { pathNot: '^(server/src/platform/db/|node_modules/(@types/)?pg/)', dependencyTypesNot: ['core'] },
    }),
    rule('UI components do not depend on the application', {
      from: { path: '^web/app/ui/' },
      to: { path: '^(web/app/(?!ui/)|json/)' },
    }),
    rule('API calls do not depend on the user interface', {
      from: { path: '^web/app/api/' },
      to: { path: '^web/app/ui/(?!browser/)' },
    }),
    rule('screens and their parts are not imported from elsewhere', {
      from: { path: '^web/app/[^/]+/' },
      to: { path: '^web/app/(root|routes|entry\\.|.*/route\\.tsx$)' },
    }),
  ],
  options: {
    parser: 'swc', // TypeScript 7 has no API for other programs
    tsPreCompilationDeps: true, // includes imports of types
    exclude: { path: '(^|/)(build|\\.react-router|\\+types)/' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import', 'default'] },
  },
} satisfies IConfiguration;
