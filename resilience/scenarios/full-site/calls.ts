import { limits } from '@dev-connector/contract';
import type { CallOptions } from '../../calls.ts';
import { type Member, password } from '../../members.ts';
import type { FullMember, FullPost, FullSite } from './data.ts';

/** A valid call of one operation. */
export interface OperationCall extends CallOptions {
  path: string;
  /** Expected statuses, in addition to 503 with `Retry-After`; 200 by default. */
  statuses?: number[];
}

/** Returns the `index`th valid call, each on different members and rows where it changes something. */
type Operation = (site: FullSite, index: number) => OperationCall;

const pick = <T>(list: T[], index: number): T => list[index % list.length] as T;
const member = ({ large, full }: FullSite, index: number): FullMember => pick(index % 2 ? full : large, index >> 1);
/** A member that no other call uses; `kind` separates the operations. */
const fresh = ({ likers }: FullSite, index: number, kind: number): Member => pick(likers, likers.length - 2 - index - kind * 40);
/** A post for deletion, the oldest first. */
const oldPost = ({ posts }: FullSite, index: number): FullPost => pick(posts, index);

const text = (length: number) => '𝒳'.repeat(length);
const entry = { from: '2020-01-01', current: true, description: text(limits.description) };
const experience = { ...entry, title: 'Developer', company: 'Example', location: 'Here' };
const education = { ...entry, school: 'School', degree: 'Degree', fieldofstudy: 'Field' };
const profile = {
  status: 'Developer',
  skills: Array.from({ length: limits.skills }, (_, index) => `Skill ${index}`),
  bio: text(limits.bio),
};
const resume = JSON.stringify({
  basics: { label: 'Developer', summary: 'x'.repeat(limits.bio) },
  skills: [{ name: 'SQL' }],
  work: Array.from({ length: 48 }, (_, index) => ({
    name: `Company ${index}`,
    position: 'Developer',
    startDate: '2020-01',
    summary: 'x'.repeat(9000),
  })),
});

/** The draft of a text, which another call may have changed. */
const draft = { context: 'post', version: 1 };

/** A multipart form with a GIF image of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
const imageForm = {
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  body: Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="pixel.gif"\r\n\r\n'),
    pixel,
    Buffer.from('\r\n--b--\r\n'),
  ]),
};

const get =
  (path: (site: FullSite, index: number) => string): Operation =>
  (site, index) => ({ path: path(site, index), token: member(site, index).token });

/** A new entry or larger text may exceed the limit of a profile. */
const profileFull = [200, 400, 413];

/** Every operation of the OpenAPI document. */
export const operations: Record<string, Operation> = {
  'GET /healthz': get(() => '/healthz'),
  'GET /readyz': get(() => '/readyz'),
  'GET /api/openapi.json': get(() => '/api/openapi.json'),
  'GET /api/docs': get(() => '/api/docs'),
  'GET /api/site': get(() => '/api/site'),
  'POST /api/csp-reports': (_, index) => ({
    path: '/api/csp-reports',
    headers: { 'content-type': 'application/csp-report' },
    body: Buffer.from(JSON.stringify({ 'csp-report': { 'document-uri': `http://localhost/${index}` } })),
    statuses: [204],
  }),
  'GET /api/feeds': get((site, index) => (index % 2 ? '/api/feeds' : `/api/feeds?author=${member(site, index).id}`)),
  'GET /api/auth': get(() => '/api/auth'),
  'GET /api/auth/sessions': ({ large }) => ({ path: '/api/auth/sessions', token: large[0]?.token ?? '' }),
  'GET /api/users/me/data': get(() => '/api/users/me/data'),
  'GET /api/avatars/{userId}': get((site, index) => `/api/avatars/${member(site, index).id}`),
  'GET /api/profile': get(() => '/api/profile?limit=100'),
  'GET /api/skills': get((_, index) => `/api/skills?q=${index % 10}`),
  'GET /api/places': get((_, index) => `/api/places?q=${index % 10}`),
  'GET /api/profile/facets': get((_, index) => (index % 2 ? '/api/profile/facets?status=Developer' : '/api/profile/facets')),
  'GET /api/search': get((_, index) => `/api/search?limit=100&q=${index % 3 ? 'a' : 'has:code'}&type=${index % 2 ? 'posts' : 'comments'}`),
  'GET /api/search/suggestions': get((_, index) => `/api/search/suggestions?q=${index % 2 ? 'a' : 'the'}`),
  'GET /api/search/counts': get((_, index) => `/api/search/counts?q=${index % 2 ? 'a' : 'has:code'}`),
  'GET /api/profile/me': get(() => '/api/profile/me'),
  'GET /api/mentions': get(({ popular }, index) => `/api/mentions?q=${index % 2 ? 'm' : ''}&post=${popular.id}`),
  'GET /api/account/handles': get(() => '/api/account/handles'),
  'GET /api/users/{userId}': get((site, index) => `/api/users/${member(site, index).id}`),
  'GET /api/profile/user/{userId}': get((site, index) => `/api/profile/user/${member(site, index).id}`),
  'GET /api/profile/user/{userId}/resume': get((site, index) => `/api/profile/user/${member(site, index).id}/resume`),
  'GET /api/profile/github/{username}': get(() => '/api/profile/github/octocat'),
  'GET /api/posts': get(
    (_, index) =>
      `/api/posts?limit=${index % 2 ? 100 : 20}${pick(['', '', '&feed=following', '&feed=top', '&feed=unanswered', '&tag=rust'], index)}`,
  ),
  'GET /api/posts/public': get((_, index) => `/api/posts/public?limit=100${pick(['', '&feed=top', '&tag=rust'], index)}`),
  'GET /api/posts/public/tags': get(() => '/api/posts/public/tags'),
  'GET /api/posts/{id}': get(({ popular, posts }, index) => `/api/posts/${index % 4 ? popular.id : pick(posts, index).id}`),
  'GET /api/posts/{id}/comments': get(({ popular }) => `/api/posts/${popular.id}/comments?limit=100`),
  'GET /api/posts/{id}/threads': get(({ popular }) => `/api/posts/${popular.id}/threads?limit=100`),
  'GET /api/posts/{id}/likes': get(({ popular }) => `/api/posts/${popular.id}/likes?limit=100`),

  'GET /api/activity': get(() => '/api/activity'),
  'GET /api/activity/users/{id}': get((site, index) => `/api/activity/users/${member(site, index).id}`),
  'GET /api/activity/tags/{tag}': (site, index) => ({
    path: '/api/activity/tags/rust',
    token: member(site, index).token,
    statuses: [200, 404],
  }),
  'GET /api/tags': get((_, index) => `/api/tags?limit=100${index % 2 ? '&q=a' : '&sort=name'}`),
  'GET /api/tags/{tag}': (site, index) => ({ path: '/api/tags/rust', token: member(site, index).token, statuses: [200, 404] }),
  'PUT /api/follows/tags/{tag}': (site, index) => ({
    path: '/api/follows/tags/rust',
    token: member(site, index).token,
    statuses: [200, 404],
  }),
  'DELETE /api/follows/tags/{tag}': (site, index) => ({
    path: '/api/follows/tags/rust',
    token: member(site, index).token,
    statuses: [200, 404],
  }),
  'PUT /api/mutes/tags/{tag}': (site, index) => ({ path: '/api/mutes/tags/rust', token: member(site, index).token, statuses: [200, 404] }),
  'DELETE /api/mutes/tags/{tag}': (site, index) => ({
    path: '/api/mutes/tags/rust',
    token: member(site, index).token,
    statuses: [200, 404],
  }),
  'GET /api/follows.opml': get(() => '/api/follows.opml'),
  'GET /api/follows/users/{id}': get(({ popular }) => `/api/follows/users/${popular.author.id}`),
  'PUT /api/follows/users/{id}': (site, index) => ({
    path: `/api/follows/users/${member(site, index + 1).id}`,
    token: member(site, index).token,
    statuses: [200, 400, 404],
  }),
  'DELETE /api/follows/users/{id}': (site, index) => ({
    path: `/api/follows/users/${member(site, index + 1).id}`,
    token: member(site, index).token,
    statuses: [200, 404],
  }),
  'GET /api/follows/users/{id}/followers': get((site, index) => `/api/follows/users/${member(site, index).id}/followers?limit=100`),
  'GET /api/follows/users/{id}/following': get((site, index) => `/api/follows/users/${member(site, index).id}/following?limit=100`),
  'GET /api/follows': get(() => '/api/follows'),
  'GET /api/follows/suggestions': get(() => '/api/follows/suggestions'),
  'PATCH /api/follows/settings': (site, index) => ({
    path: '/api/follows/settings',
    token: member(site, index).token,
    body: { followersHidden: index % 2 === 0 },
  }),

  'GET /api/notifications': get(() => '/api/notifications?limit=100'),
  'GET /api/events': get(({ popular }) => `/api/events?feeds=latest,following&posts=${popular.id}`),
  'GET /api/notifications/unread': get(() => '/api/notifications/unread'),
  'GET /api/notifications/settings': get(() => '/api/notifications/settings'),
  'PUT /api/notifications/settings': (site, index) => ({
    path: '/api/notifications/settings',
    token: member(site, index).token,
    body: { settings: [{ kind: 'like', site: index % 2 === 0 }] },
  }),
  'GET /api/notifications/mail': get(() => '/api/notifications/mail'),
  'PATCH /api/notifications/mail': (site, index) => ({
    path: '/api/notifications/mail',
    token: member(site, index).token,
    body: { frequency: pick(['now', 'daily', 'weekly', 'off'], index), timeZone: 'Europe/Berlin' },
  }),
  'GET /api/mail/unsubscribe/{token}': () => ({ path: `/api/mail/unsubscribe/${'x'.repeat(43)}`, statuses: [404] }),
  'POST /api/mail/unsubscribe/{token}': () => ({ path: `/api/mail/unsubscribe/${'x'.repeat(43)}`, statuses: [404] }),
  'POST /api/mail/unsubscribe/{token}/undo': () => ({ path: `/api/mail/unsubscribe/${'x'.repeat(43)}/undo`, statuses: [404] }),
  'GET /api/posts/{id}/watch': get(({ popular }) => `/api/posts/${popular.id}/watch`),
  'PUT /api/posts/{id}/watch': (site, index) => ({
    path: `/api/posts/${pick(site.posts, index).id}/watch`,
    token: member(site, index).token,
    statuses: [200, 404],
  }),
  'DELETE /api/posts/{id}/watch': (site, index) => ({
    path: `/api/posts/${pick(site.posts, index).id}/watch`,
    token: member(site, index).token,
    statuses: [200, 404],
  }),
  'POST /api/notifications/read': (site, index) => ({
    path: '/api/notifications/read',
    token: member(site, index).token,
    body: { upTo: pick(site.posts, index).id },
  }),

  'GET /api/bookmarks': get((_, index) => `/api/bookmarks?limit=100${pick(['', '&folder=Rust', '&q=a', '&q=zebra'], index)}`),
  'PUT /api/bookmarks/{postId}': (site, index) => ({
    path: `/api/bookmarks/${pick(site.posts, index).id}`,
    token: member(site, index).token,
    body: index % 2 ? { folder: pick(['Rust', 'Later', ''], index) } : {},
    statuses: [200, 404],
  }),
  'DELETE /api/bookmarks/{postId}': (site, index) => ({
    path: `/api/bookmarks/${pick(site.posts, index).id}`,
    token: member(site, index).token,
  }),
  'GET /api/bookmarks/folders': get(() => '/api/bookmarks/folders'),
  'PATCH /api/bookmarks/folders/{folder}': (site, index) => ({
    path: '/api/bookmarks/folders/Later',
    token: member(site, index).token,
    body: { name: 'Rust' },
    statuses: [200, 404],
  }),
  'DELETE /api/bookmarks/folders/{folder}': (site, index) => ({
    path: '/api/bookmarks/folders/Rust',
    token: member(site, index).token,
    statuses: [200, 404],
  }),
  'GET /api/pins': get((site, index) => `/api/pins?author=${member(site, index).id}`),
  'PUT /api/pins/{postId}': (site, index) => ({
    path: `/api/pins/${pick(site.posts, index).id}`,
    token: member(site, index).token,
    statuses: [200, 400, 403, 404],
  }),
  'DELETE /api/pins/{postId}': (site, index) => ({
    path: `/api/pins/${pick(site.posts, index).id}`,
    token: member(site, index).token,
    statuses: [200, 403, 404],
  }),

  'GET /api/drafts': get(() => '/api/drafts'),
  'GET /api/drafts/{context}': (site, index) => ({ path: '/api/drafts/post', token: member(site, index).token, statuses: [200, 404] }),
  'PUT /api/drafts/{context}': (site, index) => ({
    path: '/api/drafts/post',
    token: member(site, index).token,
    body: { text: text(limits.draftText) },
    statuses: [200, 409],
  }),
  'DELETE /api/drafts/{context}': (site, index) => ({ path: '/api/drafts/post', token: member(site, index).token }),

  'POST /api/users': (_, index) => ({
    path: '/api/users',
    body: { name: text(limits.name - 1) + index, email: `${crypto.randomUUID()}@example.org`, password: 'a long enough passphrase 4 me' },
    statuses: [200, 400],
  }),
  'POST /api/auth': (site, index) => ({ path: '/api/auth', body: { email: fresh(site, index, 0).email, password } }),
  'POST /api/auth/confirm': (site, index) => ({ path: '/api/auth/confirm', token: fresh(site, index, 1).token, body: { password } }),
  'POST /api/auth/reset': () => ({
    path: '/api/auth/reset',
    body: { secret: 'A'.repeat(43), password: 'a long enough passphrase 4 me' },
    statuses: [400],
  }),
  // The site of this scenario sends no mail.
  'POST /api/auth/forgot': (site, index) => ({ path: '/api/auth/forgot', body: { email: fresh(site, index, 0).email }, statuses: [403] }),
  'POST /api/auth/verify': () => ({ path: '/api/auth/verify', body: { secret: 'A'.repeat(43) }, statuses: [400] }),
  'POST /api/account/verification': (site, index) => ({
    path: '/api/account/verification',
    token: member(site, index).token,
    statuses: [403],
  }),
  'PUT /api/auth/password': (site, index) => ({
    path: '/api/auth/password',
    token: fresh(site, index, 2).token,
    body: { current: password, password: 'a long enough passphrase 4 me' },
  }),
  'POST /api/profile': (site, index) => ({ path: '/api/profile', token: member(site, index).token, body: profile, statuses: profileFull }),
  'PUT /api/profile/experience': (site, index) => ({
    path: '/api/profile/experience',
    token: member(site, index).token,
    body: experience,
    statuses: profileFull,
  }),
  'PUT /api/profile/education': (site, index) => ({
    path: '/api/profile/education',
    token: member(site, index).token,
    body: education,
    statuses: profileFull,
  }),
  'PUT /api/profile/experience/{id}': (site, index) => ({
    path: `/api/profile/experience/${member(site, index).experience}`,
    token: member(site, index).token,
    body: experience,
    statuses: profileFull,
  }),
  'PUT /api/profile/education/{id}': (site, index) => ({
    path: `/api/profile/education/${member(site, index).education}`,
    token: member(site, index).token,
    body: education,
    statuses: profileFull,
  }),
  'DELETE /api/profile/experience/{id}': (site, index) => ({
    path: `/api/profile/experience/${member(site, index).experience}`,
    token: member(site, index).token,
    statuses: [200, 404],
  }),
  'DELETE /api/profile/education/{id}': (site, index) => ({
    path: `/api/profile/education/${member(site, index).education}`,
    token: member(site, index).token,
    statuses: [200, 404],
  }),
  'POST /api/profile/resume/preview': (site, index) => ({
    path: '/api/profile/resume/preview',
    token: member(site, index).token,
    body: { resume },
    statuses: profileFull,
  }),
  'PUT /api/profile/resume': (site, index) => ({
    path: '/api/profile/resume',
    token: fresh(site, index, 3).token,
    body: { resume },
    statuses: profileFull,
  }),
  'POST /api/posts': (site, index) => ({
    path: '/api/posts',
    token: member(site, index).token,
    body: { text: `a${text(limits.postText - 2)}z`, draft },
  }),
  'POST /api/media': (site, index) => ({ path: '/api/media', token: fresh(site, index, 7).token, ...imageForm, statuses: [200, 429] }),
  'GET /media/{id}': () => ({ path: `/media/${'A'.repeat(22)}`, statuses: [404] }),
  'DELETE /api/media/{id}': (site, index) => ({ path: `/api/media/${'A'.repeat(22)}`, token: member(site, index).token, statuses: [404] }),
  'GET /api/account/storage': (site, index) => ({ path: '/api/account/storage', token: member(site, index).token }),
  'PUT /api/account/avatar': (site, index) => ({
    path: '/api/account/avatar',
    token: fresh(site, index, 8).token,
    ...imageForm,
    statuses: [200, 429],
  }),
  'GET /api/account/avatar': (site, index) => ({ path: '/api/account/avatar', token: member(site, index).token }),
  'DELETE /api/account/avatar': (site, index) => ({ path: '/api/account/avatar', token: member(site, index).token }),
  'GET /api/posts/{id}/revisions': get(({ popular }) => `/api/posts/${popular.id}/revisions?limit=100`),
  'GET /api/comments/{id}/replies': get(({ popular }, index) => `/api/comments/${pick(popular.comments, index).id}/replies`),
  'GET /api/comments/{id}/revisions': get(({ popular }, index) => `/api/comments/${pick(popular.comments, index).id}/revisions`),
  'PATCH /api/posts/{id}': (site, index) => ({
    path: `/api/posts/${oldPost(site, index).id}`,
    token: oldPost(site, index).author.token,
    body: { text: `b${text(limits.postText - 2)}z`, title: text(limits.postTitle), version: 1, draft },
    statuses: [200, 404, 409],
  }),
  'PATCH /api/posts/comment/{postId}/{commentId}': ({ popular }, index) => {
    const { id, author } = pick(popular.comments, index);
    return {
      path: `/api/posts/comment/${popular.id}/${id}`,
      token: author.token,
      body: { text: `b${text(limits.commentText - 2)}z`, version: 1, draft },
      statuses: [200, 404, 409],
    };
  },
  'DELETE /api/posts/{id}/revisions/{version}': (site, index) => ({
    path: `/api/posts/${oldPost(site, index).id}/revisions/1`,
    token: oldPost(site, index).author.token,
    statuses: [200, 404],
  }),
  'DELETE /api/comments/{id}/revisions/{version}': ({ popular }, index) => {
    const { id, author } = pick(popular.comments, index);
    return { path: `/api/comments/${id}/revisions/1`, token: author.token, statuses: [200, 404] };
  },
  'PUT /api/comments/{id}/like': ({ popular, likers }, index) => ({
    path: `/api/comments/${pick(popular.comments, index).id}/like`,
    token: pick(likers, index).token,
    statuses: [200, 404],
  }),
  'DELETE /api/comments/{id}/like': ({ popular, likers }, index) => ({
    path: `/api/comments/${pick(popular.comments, index).id}/like`,
    token: pick(likers, index).token,
    statuses: [200, 404],
  }),
  'POST /api/preview': (site, index) => ({
    path: '/api/preview',
    token: member(site, index).token,
    body: { text: `a${text(limits.postText - 2)}z` },
  }),
  'PUT /api/posts/{id}/like': (site, index) => ({ path: `/api/posts/${site.popular.id}/like`, token: member(site, index).token }),
  'DELETE /api/posts/{id}/like': (site, index) => ({ path: `/api/posts/${site.popular.id}/like`, token: pick(site.likers, index).token }),
  'PUT /api/posts/like/{id}': (site, index) => ({ path: `/api/posts/like/${site.popular.id}`, token: member(site, index).token }),
  'PUT /api/posts/unlike/{id}': (site, index) => ({ path: `/api/posts/unlike/${site.popular.id}`, token: pick(site.likers, index).token }),
  'POST /api/posts/comment/{postId}': (site, index) => ({
    path: `/api/posts/comment/${site.popular.id}`,
    token: member(site, index).token,
    body: { text: `a${text(limits.commentText - 2)}z`, draft },
  }),
  'DELETE /api/posts/comment/{postId}/{commentId}': ({ popular }, index) => {
    const { id, author } = pick(popular.comments, index);
    return { path: `/api/posts/comment/${popular.id}/${id}`, token: author.token, statuses: [200, 404] };
  },
  'DELETE /api/posts/{id}': (site, index) => ({
    path: `/api/posts/${oldPost(site, index).id}`,
    token: oldPost(site, index).author.token,
    statuses: [200, 404],
  }),
  'DELETE /api/auth/sessions/{id}': (site, index) => ({
    path: `/api/auth/sessions/${site.popular.id}`,
    token: fresh(site, index, 4).token,
    statuses: [404],
  }),
  'DELETE /api/auth/sessions': (site, index) => ({ path: '/api/auth/sessions', token: fresh(site, index, 5).token }),
  'DELETE /api/auth': (site, index) => ({ path: '/api/auth', token: fresh(site, index, 6).token }),
  'PATCH /api/account': (site, index) => ({ path: '/api/account', token: member(site, index).token, body: { name: text(limits.name) } }),
  // The author of the popular post stays until the end.
  'DELETE /api/profile': (site, index) => ({
    path: '/api/profile',
    token: pick(site.large.slice(1), index).token,
    statuses: [200, 401],
  }),
};
