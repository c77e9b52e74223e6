/** A chunk of the browser bundle, as `output.codeSplitting.groups` of Rolldown takes it. */
interface Chunk {
  name: string;
  test: (id: string) => boolean;
  priority?: number;
}

/** Returns a test for modules whose path contains one of `paths` and none of `except`. */
const modules =
  (paths: string[], except: string[] = []) =>
  (id: string) =>
    paths.some((path) => id.includes(path)) && !except.some((path) => id.includes(path));

/** Icons that the shell or several screens use. */
const sharedIcons = [
  'globe.mjs',
  'trash',
  'arrow-left.m',
  'braces',
  'link.m',
  'plus.m',
  'search-x',
  'pin.m',
  'folder.m',
  'pencil.m',
  'bookmark.m',
  'circle-check.m',
  'circle-alert.m',
  'heart.m',
  'message-square.m',
  'x.m',
];
const icons = 'lucide-react/dist/esm/icons/';

/** React, the router, the query cache and the icons that the shell shares. */
const libraries: Chunk['test'] = (id) =>
  modules(['node_modules/react', 'node_modules/scheduler', 'node_modules/lucide-react'], [icons])(id) ||
  modules(['node_modules/@tanstack'], ['ydration'])(id) ||
  sharedIcons.some((icon) => id.includes(icons + icon));

/** The frame of every screen, with the components that most screens use. Not the root, whose stylesheet the browser would apply again with the first part that loads later. */
const shell = modules(
  [
    'app/context',
    'app/api/',
    'app/feedback/',
    'app/shell/',
    'app/ui/',
    'app/features/accounts/auth-queries',
    'app/features/accounts/session/',
    'app/api/pending-deletions',
    'app/features/follows/own-follows',
    'app/features/settings/leave-session',
    'app/features/drafts/open-editors',
    'app/features/search/SearchField',
    'app/features/site/site',
    'app/features/site/meta',
    'contract/src/',
    'preload-helper',
  ],
  [
    'api/HydratedQueries',
    'contract/src/shared/comma-list',
    'api/download',
    'api/save-file',
    'shell/not-found',
    'shell/navigation/AccountMenu',
    'shell/navigation/destinations',
    'shell/shortcuts/Commands',
    'shell/shortcuts/Palette',
    'shell/shortcuts/ShortcutList',
    'shell/shortcuts/found',
    'shell/shortcuts/screens',
    'shell/shortcuts/useShortcutKeys',
    'ui/Dialog',
    'ui/Menu',
    'ui/Section',
    'ui/StaticHtml',
    'ui/browser/older-browsers',
    'ui/browser/useDrop',
    'ui/TabLinks',
    'ui/WebLink',
    'ui/fields/',
    'ui/keys/',
    'ui/lists/ListChunks',
    'ui/lists/useRenderedPages',
    'session/EmailField',
    'session/NewPassword',
    'session/useShownPassword',
    'session/device-secret',
    'session/url-fragment',
    'src/accounts/mailed-links',
    'src/activity',
    'src/bookmarks',
    'src/media/image',
    'src/mentions',
    'src/shared/handle-from-name',
    'src/shared/plain-letters',
    'src/shared/user-agent',
    'src/notification-mails',
    'src/notification-texts',
    'src/posts/pins',
    'ui/drawings/',
    'ui/profile/',
  ],
);

/**
 * Few files compress better and need few round trips, but a screen should not load much that only others use. A module belongs to the first chunk of the highest
 * priority that matches it; its dependencies follow it unless a chunk of higher priority has them.
 */
export const chunks: Chunk[] = [
  { name: 'shell', test: (id) => libraries(id) || shell(id), priority: 2 },
  // Modules of the contract that only some screens use, and that have no dependencies.
  { name: 'plain-text', test: modules(['src/shared/plain-text']), priority: 3 },
  { name: 'tags-in-text', test: modules(['src/tags/tags-in-text']), priority: 3 },
  { name: 'career', test: modules(['src/profiles/career', 'src/profiles/skill-years']), priority: 3 },
  { name: 'search-language', test: modules(['src/search/operators', 'src/search/tokens']), priority: 3 },
  // Modules that chunks with different users share.
  { name: 'drawings', test: modules(['app/ui/drawings/', 'app/features/activity/', 'src/activity']), priority: 1 },
  { name: 'post-queries', test: modules(['app/features/posts/post-queries', 'app/features/posts/author/author-queries']), priority: 1 },
  { name: 'bookmark-queries', test: modules(['app/features/bookmarks/bookmark-queries']), priority: 1 },
  { name: 'entry', test: modules(['app/features/posts/card/Entry', 'app/features/posts/AuthorCard']), priority: 1 },
  {
    name: 'profile-queries',
    test: modules(['app/features/profiles/profile-queries', 'app/features/directory/directory-queries', 'app/ui/profile/Period']),
    priority: 1,
  },
  { name: 'account-queries', test: modules(['app/features/accounts/account-queries']), priority: 1 },
  { name: 'unread', test: modules(['app/features/notifications/unread']), priority: 1 },
  { name: 'tag-queries', test: modules(['app/features/tags/tag-queries']), priority: 1 },
  { name: 'commands', test: modules(['app/ui/keys/', 'app/shell/shortcuts/Commands', 'app/shell/navigation/destinations']), priority: 1 },
  {
    name: 'drafts',
    test: modules(
      ['CopyText', 'pages', 'records', 'stored-drafts', 'synced-drafts', 'useRecordChanges'].map((name) => `app/features/drafts/${name}`),
    ),
    priority: 1,
  },
  { name: 'tokens', test: modules(['app/ui/fields/TokenInput']), priority: 1 },
  {
    name: 'search-address',
    test: modules(['address', 'typed', 'suggested-query', 'counts-query'].map((name) => `app/features/search/${name}`)),
    priority: 1,
  },
  {
    name: 'suggested',
    test: modules([
      'app/ui/fields/scroll-into-view',
      ...['suggested.', 'SuggestedMark', 'suggestions', 'begins', 'complete.', 'Completion'].map((name) => `app/features/search/${name}`),
    ]),
    priority: 1,
  },
  {
    name: 'search-parts',
    test: modules(['Advice', 'NoResults', 'NamedMatches', 'ForMembers', 'without'].map((name) => `app/features/search/${name}`)),
    priority: 1,
  },
  {
    name: 'public',
    test: modules(['app/api/HydratedQueries', 'app/ui/profile/Position', 'app/ui/profile/Skills', 'icons/users-round']),
    priority: 1,
  },
  {
    name: 'newest-profiles',
    test: modules(['app/features/directory/newest-profiles', 'app/features/directory/NewMembers']),
    priority: 1,
  },
  {
    name: 'follows',
    test: modules([
      'app/features/follows/Suggestions',
      'app/features/follows/FollowPerson',
      'app/features/follows/FollowToggle',
      'app/features/follows/follow-queries',
    ]),
    priority: 1,
  },
  {
    name: 'forms',
    test: modules([
      'app/forms/',
      'app/features/drafts/DraftForm',
      'app/features/drafts/loaded-form-draft',
      'app/ui/Dialog',
      'app/ui/fields/Counter',
      'app/ui/fields/Field',
      'app/ui/fields/SubmitButton',
      'app/features/posts/submission',
      'app/features/media/ChooseImages',
      'app/features/accounts/session/NewPassword',
      'app/features/accounts/session/useShownPassword',
    ]),
    priority: 2, // or what it shares with the drafts would be in their chunk
  },
  {
    name: 'sign-in',
    test: modules([
      'app/features/accounts/authentication',
      'app/features/accounts/session/EmailField',
      'app/features/accounts/session/device-secret',
      'app/features/accounts/session/url-fragment',
    ]),
  },
  {
    name: 'own-profile',
    test: modules(['app/features/profiles/OwnProfile', 'app/features/profiles/NoProfile', 'app/features/dashboard/setup/setup-state']),
  },
  {
    name: 'posts',
    test: modules([
      'app/features/posts/PostsScreen',
      'app/features/posts/card/RenderedText',
      'app/features/posts/card/LikeButton',
      'app/features/posts/card/DeleteButton',
      'app/features/posts/card/ShareButton',
      'app/features/posts/list-keys',
      'app/features/posts/navigation-state',
      'app/features/posts/editing/Editable',
      'app/features/posts/lazy-parts',
      'app/features/posts/public/PublicMark',
      'app/ui/lists/ListChunks',
      'app/features/tags/PostTags',
    ]),
  },
  {
    name: 'feed',
    test: modules(['app/features/posts/card/PostCard', 'app/features/posts/PostItems', 'app/features/posts/feed/FeedScreen']),
  },
  { name: 'formatter', test: modules(['app/features/formatter/messages.', 'app/features/formatter/readable.']) },
  // What loads after the first view of a member's screen.
  {
    name: 'member',
    test: modules([
      'app/shell/navigation/AccountMenu',
      'app/features/notifications/UnreadCount',
      'app/features/deletions/UndoAlerts',
      'app/features/deletions/flush-deletions',
      'app/ui/Menu',
      'app/features/comments/thread-cache',
    ]),
  },
  {
    name: 'post-parts',
    test: modules([
      'app/features/posts/parts',
      'app/features/posts/Community',
      'app/features/posts/AboutPost',
      'app/features/posts/composer/Composer',
      'app/features/posts/create-post',
      'app/features/posts/bookmarking/bookmark.',
      'src/tags/tags-in-text',
    ]),
  },
];
