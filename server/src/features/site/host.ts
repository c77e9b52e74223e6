import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Context } from '../../platform/context.ts';
import { Failure } from '../../platform/errors.ts';
import { isInProcess } from '../../platform/http/in-process.ts';
import { acceptsHtml, sendMessagePage } from '../../platform/http/message-page.ts';
import { isApi } from '../../platform/http/route.ts';
import { siteOf } from './site.ts';

/**
 * Answers requests for other hosts than that of PUBLIC_URL with 421. Otherwise, anyone could show this site under a domain of their own. Health checks
 * and metrics, which monitors request by address, and clients on this machine may use any host.
 */
export function requireHost(app: FastifyInstance, context: Context): void {
  const { publicUrl } = context.settings;
  const site = siteOf(context);
  if (publicUrl === undefined) return;
  const { protocol, host } = new URL(publicUrl);
  app.addHook('onRequest', (request, reply, done) => {
    const { config, url } = request.routeOptions;
    if (config.endpoint?.healthCheck || url === '/metrics' || isLoopback(request.ip) || isInProcess(request)) return done();
    if (URL.parse(`${protocol}//${request.host}`)?.host === host) return done();
    const failure = new Failure('hostUnknown', { msg: `This site is at ${publicUrl}` });
    if (isApi(request) || !acceptsHtml(request)) return done(failure);
    sendMessagePage(reply, {
      status: 421,
      siteTitle: site.current.shell.title,
      heading: 'This site has another address',
      link: { href: publicUrl, label: publicUrl },
    });
  });
}

const isLoopback = (ip: string): boolean => ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';
