import { endpoint } from './shared/endpoint.ts';
import { limits } from './shared/limits.ts';
import { array, idPattern, instant, object, optional, type Static, string, text } from './shared/schema.ts';

/** Letters and digits, with single hyphens in between. */
const shape = '[A-Za-z0-9](?:-?[A-Za-z0-9])+';

/** Days for which a former handle leads to its member and cannot be taken. */
export const handleDays = 90;

export const invalidHandle = `Handle must be ${limits.handleMin} to ${limits.handle} letters, digits and single hyphens`;

const wholeShape = new RegExp(`^${shape}$`);

/** Whether a text has the form of a handle. It may be taken or reserved. */
export const isHandle = (text: string): boolean => text.length <= limits.handle && wholeShape.test(text);

/** A handle that a member chooses. Empty: none is chosen. Handles are compared without regard to case. */
export const chosenHandle = (description: string) =>
  optional(
    text({
      title: 'Handle',
      max: limits.handle,
      pattern: `^(?:${shape})?$`,
      invalid: invalidHandle,
      description: `${description} A name in the address of the profile, \`/dev/@{handle}\`, and in mentions. Not case-sensitive.`,
    }),
  );

/** The handle of a member in a response. */
export const handle = () =>
  optional(string({ description: 'The page of the member is `/dev/@{handle}`. Missing in accounts that have none yet.' }));

/** The address of a member: an `@` and the handle. */
export const handlePattern = `^@${shape}$`;

/** An id of a user, or the address of a member. */
export const idOrHandlePattern = `${idPattern}|${handlePattern}`;

/** The user in the path of an endpoint. */
export const userIdOrHandle = () =>
  string({
    pattern: idOrHandlePattern,
    description: 'The id of the user, or `@` and the current or a former handle. The `handle` of the reply is the current one.',
  });

const formerHandle = object(
  { handle: string(), until: instant({ description: 'When it stops leading to you, and others can take it.' }) },
  { title: 'FormerHandle' },
);
export type FormerHandle = Static<typeof formerHandle>;

export const listFormerHandles = endpoint({
  method: 'GET',
  path: '/api/account/handles',
  summary: 'List your former handles',
  tag: 'Users',
  access: 'member',
  reply: array(formerHandle, { maxItems: limits.formerHandles, description: 'The one that ends first comes first.' }),
});

/** The path of a member's page. It changes with the handle; `/dev/profile/{id}` does not. */
export const memberPath = ({ _id, handle }: { _id: string; handle?: string | undefined }): string =>
  handle === undefined ? `/dev/profile/${_id}` : `/dev/@${handle}`;

/** Names that no member may have: the first segments of the site's addresses below `/dev` and `/api`, and names that seem to speak for the site. */
export const reservedHandles: ReadonlySet<string> = new Set(
  `about account activity add-education add-experience admin admins administrator administrators all anonymous anyone api auth avatar avatars bookmarks
  bot bots career comment comments community compact confirm-email contact create-profile csp-reports dashboard deleted design dev dev-connector
  developer developers docs drafts edit-education edit-experience edit-profile education email events everyone experience explore feed feeds follows
  forgot-password formatter guest healthz help here home imports info invitations invite legal link-card live login logout mail mailer-daemon me media
  member members mentions metrics mod moderation moderator moderators mutes news no-reply nobody none noreply notifications null official offline
  openapi owner pins places postmaster posts preview previews privacy profile profiles public readyz register reports reset-password restore-email root
  rules search security settings sign-in sign-out sign-up site sitemap skills staff status storage support system tag tags team terms undefined user
  users verify webmaster welcome www you`.split(/\s+/),
);
