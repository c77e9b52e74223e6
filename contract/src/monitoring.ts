import { endpoint } from './shared/endpoint.ts';
import { object, string } from './shared/schema.ts';

const state = object({ status: string() }, { title: 'Health' });

export const alive = endpoint({
  method: 'GET',
  path: '/healthz',
  summary: 'Liveness check',
  tag: 'Health',
  access: 'anyone',
  reply: state,
  healthCheck: true,
});

/** Returns 200 while the database responds and the process is not shutting down. */
export const ready = endpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'Readiness check',
  tag: 'Health',
  access: 'anyone',
  reply: state,
  errors: ['unavailable'],
  healthCheck: true,
});
