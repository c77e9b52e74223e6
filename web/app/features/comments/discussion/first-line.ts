/* Only imported dynamically, so that it becomes a separate chunk (useFirstLine.ts). */
export { firstLineOf } from '@dev-connector/contract';
