/** Location state of a discussion opened from the feed: navigating back returns to the scroll position in the feed. */
export const fromFeed = 'from the feed';
