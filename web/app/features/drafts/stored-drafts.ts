import { local } from '../../ui/browser/browser-storage';

/* What all screens need to know of the drafts in local storage. The rest loads with the forms. */

/** Prefix of the entries of local storage; the id of the record follows: `{accountId}:{context}#{random}`. */
export const prefix = 'drafts:';

/** Names the account whose drafts the offline page may show. */
export const accountKey = 'drafts-of';

/** Whether the server stores the texts of this form, too. */
export const isText = (context: string): boolean => /^(post$|(post|comment|reply|edit):)/.test(context);

/** Whether a text was begun in this form and neither sent nor discarded. */
export const hasDraft = (accountId: string, context: string): boolean =>
  local
    .keys()
    .some((key) => key.startsWith(`${prefix}${accountId}:${context}#`) && (local.getJson(key) as { fields?: object } | undefined)?.fields);

/** Entries of earlier releases, which records.ts converts when it loads. */
const earlierKey = /^(?:draft|synced-draft|sent-draft):/;

/** Whether there are drafts, including those of earlier releases (`draft:`, `synced-draft:`). */
export const hasDrafts = (): boolean => local.keys().some((key) => /^(synced-)?drafts?:/.test(key));

/** Removes all drafts at the end of a session. With `keepsUnsaved`, except for texts that the server does not have. */
export function deleteStoredDrafts({ keepsUnsaved = false } = {}): void {
  local.set(accountKey, null);
  for (const key of local.keys()) {
    if (earlierKey.test(key) && !keepsUnsaved) local.set(key, null);
    if (!key.startsWith(prefix)) continue;
    const record = local.getJson(key) as { context: string; dirty: boolean } | undefined;
    if (!(keepsUnsaved && record?.dirty && isText(record.context))) local.set(key, null);
  }
}
