import { Link } from 'react-router';
import { buttonClass } from '../../ui/Button';
import { EmptyState } from '../../ui/states/EmptyState';
import { loginUrl } from '../accounts/session/login-redirect';
import { type Search, searchPath } from './address';
import { SimilarNames } from './SimilarNames';

/** Stands for the posts and comments that only members may search. */
const ForMembers = ({ search: { q, type } }: { search: Search }) => (
  <EmptyState
    title={`Sign in to search ${type}`}
    action={
      <div className="flex flex-col items-center gap-4">
        <div className="flex flex-wrap justify-center gap-2">
          <Link to={loginUrl(searchPath(q, type))} className={buttonClass('primary')}>
            Sign in
          </Link>
          <Link to={searchPath(q, 'people')} className={buttonClass()}>
            Search people
          </Link>
          <Link to="/dev/explore" className={buttonClass()}>
            Read public posts
          </Link>
        </div>
        <SimilarNames q={q} />
      </div>
    }
  >
    Only members can search posts and comments. Everyone can search people, and read public posts.
  </EmptyState>
);
export default ForMembers;
