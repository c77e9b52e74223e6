/** A feed without its entries. URLs are absolute. */
export interface Feed {
  title: string;
  description: string;
  /** The page that the feed belongs to. */
  url: string;
  /** The feed itself. */
  self: string;
  /** When an entry last changed; 1970 without entries. */
  updated: Date;
}

export interface Entry {
  /** A URN, which stays the same if the address changes. */
  id: string;
  url: string;
  title: string;
  summary: string;
  /** With absolute URLs. */
  html: string;
  author: { name: string; url: string; avatar: string };
  /** When the post was first public. */
  published: Date;
  /** When it was last edited since; otherwise the same. */
  updated: Date;
}

/** Writes a feed as text: each entry, and the document around them. */
export interface Writer {
  entry(entry: Entry): string;
  document(feed: Feed, entries: string[]): string;
}
