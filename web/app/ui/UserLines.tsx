import { withLineFeeds } from '@dev-connector/contract';
import { UserText } from './UserText';

/** Text of several lines, written by a user and shown as typed. */
export const UserLines = ({ text, className = '' }: { text: string; className?: string }) => (
  <UserText as="p" className={`prose-text ${className}`} text={withLineFeeds(text)} />
);
