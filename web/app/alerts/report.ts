import { ApiError } from '../api/client';
import { addAlert } from './alerts';

/** Shows each message of a failed call as a danger alert (spec section 8). */
export function reportFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  for (const { msg } of error.errors) addAlert(msg, 'danger');
}
