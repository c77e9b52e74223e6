/** Classes of a link to another part of the site. */
export const featureLink = 'link inline-flex items-center gap-1 font-medium no-underline hover:underline [&>.lucide]:size-4';
