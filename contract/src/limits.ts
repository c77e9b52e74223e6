/** Limits on user input. The server, the forms and the OpenAPI document all use this table. Lengths count Unicode code points. */
export const limits = {
  name: 80,
  email: 254,
  passwordMin: 8,
  passwordMax: 1024,
  status: 60,
  company: 120,
  website: 500,
  location: 120,
  skill: 60,
  skills: 100,
  /** All skills as one comma-separated string. */
  skillsText: 6200,
  githubusername: 39,
  bio: 10_000,
  headline: 120,
  pronouns: 40,
  /** Links of a profile, in addition to its website and social networks. */
  profileLinks: 10,
  /** Suggested skills per response. */
  suggestions: 20,
  /** Values of one filter of the directory. */
  filterValues: 10,
  /** Values of a facet in a response, in addition to the selected ones. */
  facetValues: 20,
  /** Text and words of a search for names in the directory. */
  directoryText: 100,
  directoryWords: 8,
  title: 120,
  description: 10_000,
  /** Maximum number of experience entries, and of education entries, per profile. */
  entries: 100,
  /** Size of an imported résumé in characters. */
  resume: 500_000,
  /** Items per list in an imported résumé. Work and education are limited by `entries`. */
  resumeList: 500,
  postTitle: 200,
  /** Versions of a post or comment, including the current one. */
  versions: 100,
  tag: 40,
  /** Tags of a post. */
  tags: 5,
  tagDescription: 500,
  /** Members and tags that an account follows, together. */
  follows: 5000,
  /** Muted tags per account. */
  tagMutes: 500,
  /** Pinned posts per account. */
  pins: 3,
  /** Bookmarks per account, and their folders. */
  bookmarks: 5000,
  bookmarkFolders: 50,
  bookmarkFolder: 50,
  /** A search in bookmarks: its text, its words, and the code points of each text that it considers. */
  bookmarkText: 100,
  bookmarkWords: 8,
  bookmarkSearched: 10_000,
  postText: 50_000,
  commentText: 10_000,
  /** Replies below a comment: those to it, and those to other replies. */
  replies: 1000,
  /** Drafts per account. */
  drafts: 100,
  /** Exceeds the limit of a post, so that an author can shorten a text without losing any of it. */
  draftText: 100_000,
  draftTitle: 1000,
  /** The tags of a draft as one comma-separated text. */
  draftTags: 1000,
  /** Total UTF-8 bytes of the drafts of an account. */
  draftBytes: 2_000_000,
  idempotencyKey: 128,
  /** Total UTF-8 bytes of all texts of a profile, including its entries. */
  profileBytes: 256_000,
  /** Maximum number of likes, and of comments, embedded in a post and in the response to a change. */
  embedded: 100,
  /** JSON bytes of the comments embedded in a post. */
  embeddedBytes: 200_000,
  /** JSON bytes per page of a list. A page ends before the item that would exceed the limit. */
  listBytes: 1_000_000,
  pageDefault: 20,
  pageMax: 100,
  /** Concurrent sessions per account. A new session replaces the least recently used one. */
  sessions: 100,
  /** Bytes of a request body. */
  body: 1_048_576,
  /** Bytes of an uploaded file. */
  upload: 8_388_608,
  /** Bytes of the request body of an upload: the file, and the other fields with their headers. */
  uploadBody: 8_404_992,
  /** Pixels of an uploaded image, of all frames together. */
  mediaPixels: 40_000_000,
  /** The same for AVIF, whose decoder takes 20 bytes of memory per pixel. */
  avifPixels: 12_000_000,
  mediaFrames: 500,
  /** Width and height of a stored image in pixels. Larger images are reduced. */
  mediaSide: 1600,
  /** Bytes of a stored image. */
  mediaBytes: 4_194_304,
  mediaAlt: 500,
  /** Bytes of the stored images of an account: uploaded within 24 hours, and in total. */
  mediaDayBytes: 50_000_000,
  mediaAccountBytes: 500_000_000,
  /** Hours after which an image that no text refers to is deleted. */
  unusedMediaHours: 24,
  /** Uploaded images in a post or comment. */
  textImages: 10,
  /** Width and height of a member's uploaded picture in pixels. */
  avatarSide: 400,
  /** Bytes of an HTML page before compression. */
  htmlPage: 1_000_000,
  /** Posts in a feed for feed readers, and its bytes. */
  feedPosts: 20,
  feedBytes: 1_000_000,
  /** Bytes of a post in a feed. A longer one is only linked. */
  feedPostBytes: 400_000,
  /** Bytes of the HTML of a post or comment. Longer HTML is replaced by HTML without highlighting, then by plain text. */
  html: 512_000,
  searchQuery: 200,
  /** Terms of a search query: words, and pairs of Chinese, Japanese and Korean characters. */
  searchTerms: 40,
  /** Names after `by:` in a search query. Each one is a search for its members. */
  searchAuthors: 5,
  siteName: 60,
  tagline: 200,
  footerLinks: 10,
  /** Label of a link of the site or of a profile. */
  linkLabel: 40,
  /** Each of the site's own pages: about, rules, privacy. */
  sitePage: 20_000,
  /** Bytes of the site's logo. */
  logo: 131_072,
  /** Bytes that the entries of a profile page are limited to on the server, which renders 1 MB in 40 ms; the browser loads the others. */
  profilePage: 400_000,
} as const;

/** Minutes after a sign-in or a password confirmation during which a session may use endpoints marked `sudo`. */
export const sudoMinutes = 15;
/** Days after which the site forgets the idempotency key of a post or comment. */
export const idempotencyDays = 7;
/** Seconds in which the body of an upload must arrive. */
export const uploadSeconds = 60;
/** Idle timeout of a session in days. */
export const sessionDays = 30;
/** Maximum lifetime of a session in days. */
export const sessionDaysInAll = 365;
