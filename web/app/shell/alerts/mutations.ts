import { MutationCache } from '@tanstack/react-query';
import { isSessionOver, Refusal } from '../../api/client';
import { addAlert, dropComplaints } from './alerts';

/**
 * Tells of what members do (spec section 8): a success by what its `meta` says, a failure by each of its messages as a danger alert, unless the screen shows it.
 * A new attempt takes the complaints about the one before away. The calls themselves raise no alerts.
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
