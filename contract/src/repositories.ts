import { endpoint } from './shared/endpoint.ts';
import { array, integer, object, optional, type Static, string } from './shared/schema.ts';

/** GitHub's rule for usernames: letters, digits and single inner hyphens. */
export const githubUsername = '[A-Za-z0-9](?:[A-Za-z0-9]|-(?=[A-Za-z0-9])){0,38}';

/** A repository on the code host, reduced to these fields. `html_url` is always an http or https URL. */
export const repository = object(
  {
    id: integer(),
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

/** Returns the five newest repositories of a user of the code host. */
export const listRepositories = endpoint({
  method: 'GET',
  path: '/api/profile/github/:username',
  summary: "List a user's newest repositories on the code host",
  tag: 'Repositories',
  access: 'anyone',
  params: object({ username: string({ pattern: `^${githubUsername}$` }) }),
  reply: array(repository),
  notFound: 'githubNotFound',
  errors: ['githubFailed', 'githubSlow'],
});
