import { Link, useLocation } from 'react-router';

interface LinkNoticeProps {
  /** The linked comment does not exist. */
  isMissing: boolean;
  /** The list starts with the linked comment, so that others are missing above it. */
  isAround: boolean;
}

/** Warns that the linked comment is missing, or that the list starts at it. */
export function LinkNotice({ isMissing, isAround }: LinkNoticeProps) {
  const { search, state } = useLocation();
  if (!isMissing && !isAround) return;
  return (
    <p role="status" className="mt-2 flex flex-wrap gap-x-2 rounded-md bg-sunken px-4 py-2 text-sm">
      {isMissing ? 'The linked comment no longer exists.' : 'This list starts at the linked comment.'}
      {isAround && (
        <Link to={{ search, hash: '' }} state={state} replace className="link">
          Show all comments
        </Link>
      )}
    </p>
  );
}
