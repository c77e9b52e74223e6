import { data } from 'react-router';

export { CaughtError as ErrorBoundary } from '../../ui/states/CaughtError';

/** The error boundary sets the title. */
export const meta = () => [];

/** Responds with 404, which the error boundary shows inside the shell. */
export const loader = () => {
  throw data(null, { status: 404 });
};

export default function NotFound() {
  return null;
}
