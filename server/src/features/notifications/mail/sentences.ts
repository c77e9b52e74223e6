import { accountTextOf, actionOf, type Notification, withoutHidden } from '@dev-connector/contract';

/** Returns who did what, such as `Ada and 4 others liked your post`. */
export function sentenceOf(notification: Notification): string {
  const { actors, others } = notification;
  const [first = '', second] = actors.map(({ name }) => withoutHidden(name));
  const rest = others + (second !== undefined && others > 0 ? 1 : 0);
  const who =
    second !== undefined && others === 0
      ? `${first} and ${second}`
      : rest > 0
        ? `${first} and ${rest} ${rest === 1 ? 'other' : 'others'}`
        : first;
  return accountTextOf(notification) ?? `${who} ${actionOf(notification)}`;
}

/** The title or first line of the post that a notification is about. */
export const headlineOf = ({ post }: Notification): string | undefined => post && withoutHidden(post.title ?? post.excerpt);
