import { redirect } from 'react-router';

/** The résumé page will live here; until it does, the site begins at the network. */
export const loader = () => redirect('/dev');
