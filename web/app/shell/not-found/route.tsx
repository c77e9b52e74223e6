import { data } from 'react-router';

export { CaughtError as ErrorBoundary } from '../../ui/CaughtError';

/** Answers 404; the page says so, under the network's bar. */
export const loader = () => {
  throw data(null, { status: 404 });
};

export default function NotFound() {
  return null;
}
