import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import type { Plugin } from 'vite';

/** Path of the script that server/src/features/api-docs/page.ts loads. */
const path = 'dev/api-reference.js';

/** Adds the script of Scalar's API reference to the build and to the development server. */
export const apiReference = (): Plugin => ({
  name: 'api-reference',
  applyToEnvironment: ({ name }) => name === 'client',
  configureServer: ({ middlewares }) => {
    middlewares.use(`/${path}`, async (_request, response) => {
      response.setHeader('content-type', 'text/javascript').end(await readScript());
    });
  },
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: path, source: await readScript() });
  },
});

/** Reads the script from Scalar's Fastify plugin. The package that the script comes from installs 270 packages. */
async function readScript(): Promise<string> {
  const app = Fastify();
  await app.register(scalar, { configuration: { url: '/' } });
  return (await app.inject('/reference/js/scalar.js')).body;
}
