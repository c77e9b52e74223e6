import { endpoint } from './endpoint.ts';
import { object, string } from './schema.ts';

const state = object({ status: string() }, { title: 'Health' });

export const alive = endpoint({
  method: 'GET',
  path: '/healthz',
  summary: 'The process is alive',
  tag: 'Health',
  who: 'anyone',
  reply: state,
  healthCheck: true,
});

/** The database answers and the process is not shutting down. */
export const ready = endpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'Able to serve',
  tag: 'Health',
  who: 'anyone',
  reply: state,
  errors: ['unavailable'],
  healthCheck: true,
});
