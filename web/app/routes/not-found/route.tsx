import { data } from 'react-router';

/** Answers 404; the page says so. */
export const loader = () => {
  throw data(null, { status: 404 });
};

export default function NotFound() {
  return null;
}
