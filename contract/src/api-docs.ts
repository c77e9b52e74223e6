import { endpoint } from './shared/endpoint.ts';
import { object, string } from './shared/schema.ts';

export const readOpenapi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'Get the OpenAPI 3.1 document',
  tag: 'Docs',
  access: 'anyone',
  hasEtag: true,
  reply: object({}, { description: 'An OpenAPI document.' }),
});

export const readDocs = endpoint({
  method: 'GET',
  path: '/api/docs',
  summary: 'Show the API reference',
  tag: 'Docs',
  access: 'anyone',
  type: 'text/html',
  reply: string(),
});
