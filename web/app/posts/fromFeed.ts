/** State of a history entry that the feed led to: the entry before it is the feed, at the reader's place. */
export const fromFeed = 'from the feed';
