import { fileTooLarge } from './file-size.ts';
import { limits, sudoMinutes } from './limits.ts';
import { rateLimitMessage } from './rates.ts';
import { registrationMessages } from './registration.ts';
import { array, integer, object, optional, type Static, string } from './schema.ts';
import { storageDayFull, storageFull } from './storage-messages.ts';

/** Body of every error response (RFC 9457, `application/problem+json`). `errors` is never empty. */
export const problem = object(
  {
    title: string({ description: 'The reason phrase of the status.' }),
    status: integer(),
    code: string({ description: 'The code of the error; `invalidRequest` if there are several.' }),
    msg: string({ description: 'The message of the first error.' }),
    errors: array(
      object({
        msg: string({ description: 'For people. It may change.' }),
        code: string({ description: 'Name of the error, which stays the same. Clients should decide by it.' }),
        field: optional(string({ description: 'The body or query field that is wrong.' })),
      }),
      { minItems: 1 },
    ),
    current: optional(
      object(
        {},
        { description: 'With 409: the stored post, comment or draft, which is newer than the one that the request would replace.' },
      ),
    ),
  },
  { title: 'Problem' },
);
export type Problem = Static<typeof problem>;
export type ProblemItem = Problem['errors'][number];

interface CatalogueEntry {
  status: number;
  msg: string;
  field?: string;
}

/** All expected errors, except those of fields that fail their schema (the schema carries their message). */
export const errors = {
  malformedJson: { status: 400, msg: 'The request body is not valid JSON' },
  bodyTooComplex: { status: 400, msg: 'The request body has too many values or is nested too deeply' },
  threadFull: { status: 400, msg: `A comment can have at most ${limits.replies} replies. Write a new comment instead.` },
  versionsFull: { status: 400, msg: `A text can be edited at most ${limits.versions - 1} times` },
  malformedRequest: { status: 400, msg: 'The request is not valid HTTP' },
  malformedUrl: { status: 400, msg: 'The request URL is not valid' },
  bodyRequired: { status: 400, msg: 'The request body must be a JSON object' },
  cursorInvalid: { status: 400, msg: 'Cursor is not valid', field: 'cursor' },
  invalidCredentials: { status: 400, msg: 'Invalid Credentials' },
  resetInvalid: { status: 400, msg: 'This link has been used, replaced or has expired. Ask for a new one.', field: 'secret' },
  linkInvalid: { status: 400, msg: 'This link has been used, replaced or has expired. Ask for a new one.', field: 'secret' },
  userExists: { status: 400, msg: 'User already exists', field: 'email' },
  handleTaken: { status: 400, msg: 'This handle is taken. Choose another one.', field: 'handle' },
  handleReserved: { status: 400, msg: 'This handle is reserved. Choose another one.', field: 'handle' },
  handleChangesFull: {
    status: 400,
    msg: `You can have at most ${limits.formerHandles} former handles. Take one of them again, or wait until one expires.`,
    field: 'handle',
  },
  passwordEasy: {
    status: 400,
    msg: 'This password is easy to guess: it is a common password, a simple pattern or a name. Choose another one',
    field: 'password',
  },
  currentPasswordWrong: { status: 400, msg: 'Current password is incorrect', field: 'current' },
  passwordUnchanged: { status: 400, msg: 'The new password must differ from the current one', field: 'password' },
  passwordWrong: { status: 400, msg: 'Password is incorrect', field: 'password' },
  fromInFuture: { status: 400, msg: 'From date must not be in the future', field: 'from' },
  toBeforeFrom: { status: 400, msg: 'To date must not be before the from date', field: 'to' },
  experienceFull: { status: 400, msg: `A profile holds at most ${limits.entries} experience entries` },
  educationFull: { status: 400, msg: `A profile holds at most ${limits.entries} education entries` },
  profileFull: { status: 400, msg: `A profile holds at most ${limits.profileBytes / 1000} kB of text. Shorten or remove some text first.` },
  imageInvalid: { status: 400, msg: 'The image must be a complete PNG, JPEG, WebP, GIF or AVIF file', field: 'file' },
  imageTooManyPixels: {
    status: 400,
    msg: `An image can have at most ${limits.mediaPixels / 1e6} megapixels (JPEG: ${limits.jpegPixels / 1e6}, progressive JPEG: ${limits.progressivePixels / 1e6}, AVIF: ${limits.avifPixels / 1e6}), an animation ${limits.gifPixels / 1e6} (WebP: ${limits.webpPixels / 1e6}) in at most ${limits.mediaFrames} frames`,
    field: 'file',
  },
  imageTooLarge: {
    status: 400,
    msg: `An image can have at most ${limits.mediaBytes / 1_048_576} MB after compression. Make it smaller or its animation shorter`,
    field: 'file',
  },
  imageTooSlow: {
    status: 400,
    msg: 'The image takes too long to compress. Make it smaller or its animation shorter, or try again later',
    field: 'file',
  },
  tooManyImages: { status: 400, msg: `A text can have at most ${limits.textImages} images`, field: 'text' },
  storageDayFull: { status: 400, msg: storageDayFull(limits.storageDayBytes) },
  storageFull: { status: 400, msg: storageFull(limits.storageBytes) },
  feedCombination: {
    status: 400,
    msg: 'Use tag and author only with the latest feed, and period, where there is one, only with the top feed',
    field: 'feed',
  },
  followSelf: { status: 400, msg: 'You cannot follow yourself' },
  followsFull: { status: 400, msg: `You can follow at most ${limits.follows} members and tags. Unfollow some first.` },
  mutesFull: { status: 400, msg: `You can mute at most ${limits.tagMutes} tags. Unmute some first.` },
  bookmarksFull: { status: 400, msg: `You can have at most ${limits.bookmarks} bookmarks. Remove some first.` },
  foldersFull: { status: 400, msg: `You can have at most ${limits.bookmarkFolders} folders. Delete or rename one first.`, field: 'folder' },
  pinsFull: { status: 400, msg: `You can pin at most ${limits.pins} posts. Unpin one first.` },
  timeZoneUnknown: { status: 400, msg: 'Time zone must be an IANA name such as Europe/Berlin', field: 'timeZone' },
  notificationChoice: { status: 400, msg: 'Send either id or upTo' },
  watchesFull: { status: 400, msg: `You can choose notifications for at most ${limits.watches} discussions` },
  uploadMalformed: { status: 400, msg: 'The request body is not valid multipart/form-data' },
  draftsFull: { status: 400, msg: `You can have at most ${limits.drafts} drafts. Send or delete one first.` },
  draftsTooLarge: { status: 400, msg: `Your drafts can take up at most ${limits.draftBytes / 1_000_000} MB. Send or delete one first.` },
  noToken: { status: 401, msg: 'No token, authorization denied' }, // clients of the classic API compare this message
  tokenInvalid: { status: 401, msg: 'Token is not valid' },
  confirmationNeeded: { status: 403, msg: `Please confirm your password: you signed in more than ${sudoMinutes} minutes ago` },
  registrationClosed: { status: 403, msg: registrationMessages.closed },
  invitationNeeded: { status: 403, msg: registrationMessages.invited },
  invitationInvalid: {
    status: 403,
    msg: 'This invitation is not valid, has been used or has expired. Ask for a new one.',
    field: 'invitation',
  },
  mailDisabled: { status: 403, msg: 'This site sends no e-mail. An admin can help you.' },
  emailUnverified: {
    status: 403,
    msg: 'Please confirm your e-mail address first: open the link that we sent you, or ask for a new one on the account screen',
  },
  commentsClosed: { status: 403, msg: 'The author has closed this post for new comments' },
  listHidden: { status: 403, msg: 'This member has hidden the list' },
  notAuthor: { status: 403, msg: 'User not authorized' }, // and this one
  routeNotFound: { status: 404, msg: 'No endpoint exists at this URL' },
  noOwnProfile: { status: 404, msg: 'There is no profile for this user' },
  userNotFound: { status: 404, msg: 'User not found' },
  profileNotFound: { status: 404, msg: 'Profile not found' },
  experienceNotFound: { status: 404, msg: 'Experience not found' },
  educationNotFound: { status: 404, msg: 'Education not found' },
  githubNotFound: { status: 404, msg: 'No Github profile found' },
  folderNotFound: { status: 404, msg: 'Folder not found' },
  postNotFound: { status: 404, msg: 'Post not found' },
  tagNotFound: { status: 404, msg: 'Tag not found' },
  commentNotFound: { status: 404, msg: 'Comment does not exist' },
  mediaNotFound: { status: 404, msg: 'Image not found' },
  draftNotFound: { status: 404, msg: 'Draft not found' },
  unsubscribeInvalid: { status: 404, msg: 'This link is incomplete, or its account was deleted' },
  notificationNotFound: { status: 404, msg: 'Notification not found' },
  revisionNotFound: { status: 404, msg: 'Revision not found' },
  sessionNotFound: { status: 404, msg: 'Session not found' },
  methodNotAllowed: { status: 405, msg: 'This URL does not support that method' },
  requestTimeout: { status: 408, msg: 'The request took too long to arrive' },
  profileChanged: { status: 409, msg: 'Your profile has changed since this preview. Check the new preview before you import.' },
  draftChanged: { status: 409, msg: 'This draft was changed on another device or in another tab' },
  textChanged: { status: 409, msg: 'This text has been edited in the meantime. Compare the two versions before you save.' },
  preconditionFailed: { status: 412, msg: 'The file does not match the condition of the request' },
  bodyTooLarge: { status: 413, msg: 'The request body is larger than this endpoint accepts' },
  hostUnknown: { status: 421, msg: 'This site has another address' },
  uploadTooLarge: { status: 413, msg: fileTooLarge() },
  urlTooLong: { status: 414, msg: 'The request URL is too long' },
  notJson: { status: 415, msg: 'The request body must be application/json' },
  notReport: { status: 415, msg: 'The request body must be application/csp-report or application/reports+json' },
  notMultipart: { status: 415, msg: 'The request body must be multipart/form-data' },
  rangeNotSatisfiable: { status: 416, msg: 'The file does not have the requested range' },
  tooMany: { status: 429, msg: rateLimitMessage(40) }, // the example uses 40 s; a response uses the value of Retry-After
  bodyEncoded: { status: 415, msg: 'The request body must not be compressed' },
  headersTooLarge: { status: 431, msg: 'The request headers are too large' },
  unexpected: { status: 500, msg: 'Something went wrong on our side' },
  transferCodingUnknown: { status: 501, msg: 'The only supported transfer coding is chunked' },
  githubFailed: { status: 502, msg: 'Github sent an unexpected response' },
  diskFull: { status: 503, msg: 'The site has too little disk space to store this. Try again later.' },
  unavailable: { status: 503, msg: 'The site is starting, stopping or very busy. Try again in a moment.' },
  githubSlow: { status: 504, msg: 'Github took too long to respond' },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorName = keyof typeof errors;

/** Codes of fields that do not match their schema or have a wrong value. */
export const fieldCodes = ['fieldRequired', 'fieldTooShort', 'fieldTooLong', 'fieldOutOfRange', 'fieldInvalid'] as const;
export type FieldCode = (typeof fieldCodes)[number];
export type ErrorStatus = (typeof errors)[ErrorName]['status'];

/** Reason phrases of the statuses above (RFC 9110). */
export const reasons: Record<ErrorStatus, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Builds the body of an error response. Clients of the classic API read the top-level `msg`. */
export const problemOf = (status: ErrorStatus, items: ProblemItem[], current?: object): Problem => ({
  title: reasons[status],
  status,
  code: items.length === 1 && items[0] ? items[0].code : 'invalidRequest',
  msg: items[0]?.msg ?? reasons[status],
  errors: items,
  ...(current && { current }),
});
