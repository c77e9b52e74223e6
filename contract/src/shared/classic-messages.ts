/** Messages that clients of the classic API compare. */
export const classicMessages = { noToken: 'No token, authorization denied', notAuthor: 'User not authorized' } as const;
