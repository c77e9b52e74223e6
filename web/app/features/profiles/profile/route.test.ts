import { QueryClient } from '@tanstack/react-query';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { type PageRequest, pageRequest } from '../../../context';
import type { Route } from './+types/route';
import { loader } from './route';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Status of the page if no profile is found and the request for the member gets `status`. */
async function statusOfPage(status: number) {
  const context = new RouterContextProvider();
  const transport: PageRequest['transport'] = async (path) =>
    new Response('{"errors": []}', { status: path.startsWith('/api/users/') ? status : 404 });
  context.set(pageRequest, { transport, origin: 'http://localhost', queries: new QueryClient(), site: { title: 'Site' } } as PageRequest);
  const request = new Request(`http://localhost/dev/profile/${id}`);
  const page = await loader({ params: { id }, request, url: new URL(request.url), context } as unknown as Route.LoaderArgs);
  return { status: page.init?.status, failedWith: page.data.failedWith };
}

test('reports that a profile was not found only if its member was not found or is hidden', async () => {
  expect(await statusOfPage(401)).toEqual({ status: 404, failedWith: 404 });
  expect(await statusOfPage(404)).toEqual({ status: 404, failedWith: 404 });
  expect(await statusOfPage(503)).toEqual({ status: 503, failedWith: 503 });
});
