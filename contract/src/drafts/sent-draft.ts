import { idPattern, integer, object, optional, type Static, string } from '../shared/schema.ts';

const anId = idPattern.slice(1, -1);
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** The form that a text is written in. */
export const draftContext = (options: object = {}) => string({ pattern: `^(post(:${uuid})?|(comment|reply|edit):${anId})$`, ...options });

/** The draft of a text, in the request that sends it: deleted with it if the stored draft has this version. One that was changed since stays. */
export const sentDraft = optional(
  object(
    {
      context: draftContext({ title: 'Draft context' }),
      version: integer({ title: 'Draft version', minimum: 1 }),
    },
    {
      title: 'Draft',
      'x-invalid': 'Draft must have a context and a version',
      description:
        'The draft of this text. It is deleted in the same transaction if its stored version is this one: a newer one stays, and an unknown one is no error. Without this field, no draft is deleted.',
    },
  ),
);
export type SentDraft = Static<typeof sentDraft>;
