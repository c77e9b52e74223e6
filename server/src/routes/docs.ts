import type { Mount } from '../app.ts';
import { openapi } from '../openapi.ts';

export const docs: Mount = (app, { endpoints }) => {
  let document: object | undefined;
  const read = () => (document ??= openapi(endpoints));

  app.get('/api/openapi.json', async () => read());
};
