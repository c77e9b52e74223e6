import { type MutationOptions, useQueryClient } from '@tanstack/react-query';

/**
 * A mutation whose course no component shows: what it changes, it changes in the cache. (`useMutation` renders its component again at each step of it, and with
 * that all that the component holds, ahead of the change itself.) Rejects where it fails.
 */
export function useAction<Data, Input, Before>(options: MutationOptions<Data, Error, Input, Before>): (input: Input) => Promise<Data> {
  const queries = useQueryClient();
  return (input) => queries.getMutationCache().build(queries, options).execute(input);
}

/** The same for a button, which has nothing to say of a failure: an alert does (alerts/mutations.ts). */
export function useButtonAction<Data, Input, Before>(options: MutationOptions<Data, Error, Input, Before>): (input: Input) => void {
  const act = useAction(options);
  return (input) => void act(input).catch(() => {});
}
