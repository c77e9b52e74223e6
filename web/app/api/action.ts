import { type MutationOptions, useQueryClient } from '@tanstack/react-query';

/**
 * A mutation whose state no component shows. Unlike `useMutation` it does not render its component at each step, which would delay the update of the cache that
 * it makes. The returned function rejects if the mutation fails.
 */
export function useAction<Data, Input, Before>(options: MutationOptions<Data, Error, Input, Before>): (input: Input) => Promise<Data> {
  const queries = useQueryClient();
  return (input) => queries.getMutationCache().build(queries, options).execute(input);
}

/** `useAction` for a button: ignores rejections, because an alert reports them (feedback/mutation-alerts.ts). */
export function useButtonAction<Data, Input, Before>(options: MutationOptions<Data, Error, Input, Before>): (input: Input) => void {
  const act = useAction(options);
  return (input) => void act(input).catch(() => {});
}
