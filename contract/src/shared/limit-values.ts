/**
 * Limits on user input, `limits` of the contract. The server, the forms and the OpenAPI document all use them. Lengths count Unicode code points. They are
 * constants rather than one object so that the browser bundle has only those it uses.
 */

export const name = 80;
export const email = 254;
export const handleMin = 2;
export const handle = 30;
/** Former handles of an account that lead to it at the same time. */
export const formerHandles = 5;
/** Maximum members that a text mentions. */
export const mentions = 10;
export const suggestedMentions = 6;
export const passwordMin = 8;
export const passwordMax = 1024;
export const status = 60;
export const company = 120;
export const website = 500;
export const location = 120;
export const skill = 60;
export const skills = 100;
/** All skills as one comma-separated string. */
export const skillsText = 6200;
export const githubusername = 39;
export const bio = 10_000;
export const headline = 120;
export const pronouns = 40;
/** Links of a profile, in addition to its website and social networks. */
export const profileLinks = 10;
/** Suggested skills per response. */
export const suggestions = 20;
/** Values of one filter of the directory. */
export const filterValues = 10;
/** Values of a facet in a response, in addition to the selected ones. */
export const facetValues = 20;
/** Text and words of a search for names in the directory. */
export const directoryText = 100;
export const directoryWords = 8;
export const title = 120;
export const description = 10_000;
/** Maximum number of experience entries, and of education entries, per profile. */
export const entries = 100;
/** Size of an imported résumé in characters. */
export const resume = 500_000;
/** Items per list in an imported résumé. Work and education are limited by `entries`. */
export const resumeList = 500;
export const postTitle = 200;
/** Versions of a post or comment, including the current one. */
export const versions = 100;
export const tag = 40;
/** Tags of a post. */
export const tags = 5;
export const tagDescription = 500;
/** Members and tags that an account follows, together. */
export const follows = 5000;
/** Muted tags per account. */
export const tagMutes = 500;
/** Pinned posts per account. */
export const pins = 3;
/** Notifications of each kind per account, which a job keeps, and the number up to which unread ones are counted. */
export const notifications = 500;
export const unread = 100;
/** Feeds and posts of which one stream delivers events. */
export const liveTopics = 20;
/** Watched and muted discussions per account. */
export const watches = 5000;
/** Bookmarks per account, and their folders. */
export const bookmarks = 5000;
export const bookmarkFolders = 50;
export const bookmarkFolder = 50;
/** A search in bookmarks: its text, its words, and the code points of each text that it considers. */
export const bookmarkText = 100;
export const bookmarkWords = 8;
export const bookmarkSearched = 10_000;
export const postText = 50_000;
/** Code points of the text of a post in the results of a search. */
export const foundText = 300;
export const commentText = 10_000;
/** Replies below a comment: those to it, and those to other replies. */
export const replies = 1000;
/** Drafts per account. */
export const drafts = 100;
/** Exceeds the limit of a post, so that an author can shorten a text without losing any of it. */
export const draftText = 100_000;
export const draftTitle = 1000;
/** The tags of a draft as one comma-separated text. */
export const draftTags = 1000;
/** Total UTF-8 bytes of the drafts of an account. */
export const draftBytes = 2_000_000;
export const idempotencyKey = 128;
/** Total UTF-8 bytes of all texts of a profile, including its entries. */
export const profileBytes = 256_000;
/** Maximum number of likes, and of comments, embedded in a post and in the response to a change. */
export const embedded = 100;
/** JSON bytes of the comments embedded in a post. */
export const embeddedBytes = 200_000;
/** JSON bytes per page of a list. A page ends before the item that would exceed the limit. */
export const listBytes = 1_000_000;
export const pageDefault = 20;
export const pageMax = 100;
/** Concurrent sessions per account. A new session replaces the least recently used one. */
export const sessions = 100;
/** Bytes of a request body. */
export const body = 1_048_576;
/** The same for requests without a session and for those that need no body. A sign-in with the longest password, escaped, has as many. */
export const smallBody = 16_384;
/** Bytes of an uploaded file. */
export const upload = 8_388_608;
/** Bytes of the request body of an upload: the file, and the other fields with their headers. */
export const uploadBody = 8_404_992;
/** Pixels of an uploaded image, depending on what its decoder costs. Other formats: */
export const mediaPixels = 40_000_000;
/** JPEG: its decoder reduces while it reads, in constant memory. */
export const jpegPixels = 220_000_000;
/** Progressive JPEG and others with several scans: the decoder holds all coefficients, 6 bytes per pixel. */
export const progressivePixels = 50_000_000;
/** AVIF: the decoder takes 20 bytes of memory per pixel. */
export const avifPixels = 12_000_000;
/** Pixels of all frames of an uploaded animation together: GIF, and WebP, whose decoder is slower. */
export const gifPixels = 200_000_000;
export const webpPixels = 100_000_000;
/** Frames of an uploaded animation. */
export const mediaFrames = 1000;
/** Width and height of a stored image in pixels: of its shorter and of its longer side, and both multiplied. Larger images are reduced. */
export const storedShortSide = 1600;
export const storedLongSide = 16_383;
export const storedPixels = 16_000_000;
/** Pixels of all frames of a stored animation together. Others lose frames, down to 10 per second, and then size. */
export const storedAnimationPixels = 48_000_000;
/** Bytes of a stored image. */
export const mediaBytes = 4_194_304;
export const mediaAlt = 500;
/** Bytes that an account stores, texts and images together: written within 24 hours, and in total. */
export const storageDayBytes = 50_000_000;
export const storageBytes = 500_000_000;
/** Hours after which an image that no text refers to is deleted. */
export const unusedMediaHours = 24;
/** Uploaded images in a post or comment. */
export const textImages = 10;
/** Width and height of a member's uploaded picture in pixels. */
export const avatarSide = 400;
/** Bytes of an HTML page before compression. */
export const htmlPage = 1_000_000;
/** Posts in a feed for feed readers, and its bytes. */
export const feedPosts = 20;
export const feedBytes = 1_000_000;
/** Bytes of a post in a feed. A longer one is only linked. */
export const feedPostBytes = 400_000;
/** Newest public posts whose tags are counted, and the number of tags. */
export const publicTagPosts = 50;
export const publicTags = 20;
/** Bytes of the HTML of a post or comment. Longer HTML is replaced by HTML without highlighting, then by plain text. */
export const html = 512_000;
export const searchQuery = 200;
/** Terms of a search query: words, and pairs of Chinese, Japanese and Korean characters. */
export const searchTerms = 40;
/** Names after `by:` in a search query. Each one is a search for its members. */
export const searchAuthors = 5;
/** Suggested people, tags and posts each while a query is typed. */
export const suggestedOfKind = 4;
export const siteName = 60;
export const tagline = 200;
export const footerLinks = 10;
/** Label of a link of the site or of a profile. */
export const linkLabel = 40;
/** Each of the site's own pages: about, rules, privacy. */
export const sitePage = 20_000;
/** Bytes of the site's logo. */
export const logo = 131_072;
/** Bytes that the entries of a profile page are limited to on the server, which renders 1 MB in 40 ms; the browser loads the others. */
export const profilePage = 400_000;
