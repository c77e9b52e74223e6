import { MutationCache } from '@tanstack/react-query';
import { isSessionOver, Refusal } from '../../api/client';
import { addAlert, dropComplaints } from './alerts';

/**
 * Shows alerts for mutations: the message from `meta` on success, each error message on failure unless the screen shows it. A new mutation removes the error
 * alerts of the previous one.
 */
export const tellingOfMutations = (): MutationCache =>
  new MutationCache({
    onMutate: dropComplaints,
    onSuccess: (_data, _input, _result, { meta }) => {
      if (meta?.said) addAlert(meta.said, 'success');
    },
    onError: (error, _input, _result, { meta }) => {
      if (meta?.showsFailure || isSessionOver(error) || !(error instanceof Refusal)) return;
      for (const { msg } of error.errors) addAlert(msg, 'danger');
    },
  });
