/** Every limit on what a person may send, once. Lengths count Unicode code points; the server, the forms and OpenAPI all read this table. */
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
  title: 120,
  description: 10_000,
  /** Experience entries, and education entries, that one profile holds. */
  entries: 100,
  /** A résumé's file that is imported, in characters. */
  resume: 500_000,
  /** Items of any list in it, but for `entries` of work and education. */
  resumeList: 500,
  postText: 50_000,
  commentText: 10_000,
  idempotencyKey: 128,
  /** UTF-8 bytes of all texts of one profile, its entries included. */
  profileBytes: 256_000,
  /** Newest likes, and newest comments, that a post carries, and that a change of them answers with. */
  embedded: 100,
  /** JSON bytes of the comments that a post carries. */
  embeddedBytes: 100_000,
  /** JSON bytes of a page of a list: it ends before the item that would exceed them. */
  listBytes: 1_000_000,
  /** JSON bytes of any answer but a streamed export. */
  replyBytes: 2_000_000,
  pageDefault: 20,
  pageMax: 100,
  /** Sessions that one account has at a time; the one unused the longest makes way. */
  sessions: 100,
  /** Bytes of a request body. */
  body: 1_048_576,
  /** Bytes of an HTML page, before it is compressed. */
  htmlPage: 1_000_000,
} as const;

/** Minutes after a sign-in, or a confirmed password, in which a session may do what cannot be undone. */
export const sudoMinutes = 15;
/** Days a session lives after its last use. */
export const sessionDays = 30;
/** Days a session lives at most, however much it is used. */
export const sessionDaysInAll = 365;
