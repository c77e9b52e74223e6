import { endpoint } from './endpoint.ts';
import { array, integer, object, optional, type Static, string } from './schema.ts';

/** GitHub's own rule for a user name: letters, digits and single inner hyphens. */
export const githubUsername = '[A-Za-z0-9](?:[A-Za-z0-9]|-(?=[A-Za-z0-9])){0,38}';

/** Of the code host's repository, only these six fields, and only http(s) links. */
export const repository = object(
  {
    name: string(),
    html_url: string(),
    description: optional(string()),
    stargazers_count: integer(),
    watchers_count: integer(),
    forks_count: integer(),
  },
  { title: 'Repository' },
);
export type Repository = Static<typeof repository>;

/** The five newest repositories of a name on the code host. */
export const listRepositories = endpoint({
  method: 'GET',
  path: '/api/profile/github/:username',
  summary: 'Newest repositories on the code host',
  tag: 'Repositories',
  who: 'anyone',
  params: object({ username: string({ pattern: `^${githubUsername}$` }) }),
  reply: array(repository),
  notFound: 'githubNotFound',
  errors: ['githubFailed', 'githubSlow'],
});
