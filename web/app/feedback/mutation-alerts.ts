import { MutationCache } from '@tanstack/react-query';
import { isUnauthorized, RequestError } from '../api/client';
import { addAlert, removeErrorAlerts } from './alerts';

/**
 * Shows alerts for mutations: the message from `meta` on success, each error message on failure unless the screen or a field shows it. A new mutation
 * removes the error alerts of the previous one.
 */
export const createMutationCache = (): MutationCache =>
  new MutationCache({
    onMutate: removeErrorAlerts,
    onSuccess: (_data, _input, _result, { meta }) => {
      if (meta?.successMessage) addAlert(meta.successMessage, 'success');
    },
    onError: (error, _input, _result, { meta }) => {
      if (meta?.showsError || isUnauthorized(error) || !(error instanceof RequestError)) return;
      for (const { msg, field } of error.errors) if (!field || !meta?.fieldsShowErrors) addAlert(msg, 'danger');
    },
  });
