import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { limits } from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { loadLimits } from '../../src/platform/http/load/load-limits.ts';
import { readSettings } from '../../src/platform/settings.ts';

/* The example files contain what the site needs. `npm run resilience -- unit` runs the site with the filters of the systemd unit. */

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../deploy', name), 'utf8');

const unit = read('dev-connector.service');
const valuesOf = (name: string) =>
  unit
    .split('\n')
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1));

const nginx = read('nginx.conf');
const nginxValues = (name: string) => [...nginx.matchAll(new RegExp(`^\\s*${name} +([^;]+);`, 'gm'))].map(([, value]) => value);

test('nginx closes idle connections before the site does, and passes larger bodies than the site accepts', () => {
  const [seconds] = nginxValues('keepalive_timeout').map((value) => Number.parseInt(value ?? '', 10));
  expect(Number(seconds) * 1000).toBeLessThan(loadLimits.keepAlive);
  const [megabytes] = nginxValues('client_max_body_size').map((value) => Number.parseInt(value ?? '', 10));
  expect(Number(megabytes) * 2 ** 20).toBeGreaterThan(limits.upload);
});

test('nginx replaces each forwarding header that the site reads, and listens on IPv4 and IPv6', () => {
  const headers = Object.fromEntries(nginxValues('proxy_set_header').map((value) => (value ?? '').split(' ')));
  expect(headers).toMatchObject({ Host: '$host', 'X-Forwarded-Host': '$host', 'X-Forwarded-Proto': '$scheme' });
  expect(nginxValues('listen')).toEqual(['443 ssl http2', '[::]:443 ssl http2', '80', '[::]:80']);
});

test('the systemd unit allows the system calls that the site needs, and refuses others without ending it', () => {
  expect(valuesOf('SystemCallFilter')).toEqual(['@system-service', '~@privileged']); // @system-service contains the @resources of workers
  expect(valuesOf('SystemCallErrorNumber')).toEqual(['EPERM']);
  expect(valuesOf('MemoryDenyWriteExecute')).toEqual([]);
  expect(valuesOf('RestrictAddressFamilies')).toEqual(['AF_INET AF_INET6 AF_UNIX']);
});

test('the systemd unit finds the command where npm installs it', () => {
  expect(valuesOf('ExecStart')).toEqual(['/usr/bin/env dev-connector start']);
});

test('the systemd unit fails without its settings, and starts again for as long as it takes', () => {
  expect(valuesOf('EnvironmentFile')).toEqual(['/etc/dev-connector/settings']);
  expect(valuesOf('StartLimitIntervalSec')).toEqual(['0']);
  expect(valuesOf('Restart')).toEqual(['on-failure']);
});

test('the systemd unit waits longer for the end of the process than a shutdown takes', () => {
  expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(10);
});

test('the settings in the systemd unit are valid', () => {
  const pairs = valuesOf('Environment').flatMap((value) => value.split(' '));
  const environment = Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/, 2)));
  expect(readSettings(environment)).toMatchObject({ dataDir: '/var/lib/dev-connector', port: 3000, trustProxy: ['127.0.0.1'] });
});

test('the containers trust the proxy, whose address is in their network', () => {
  const compose = read('compose.yaml');
  const [, trusted = ''] = /TRUST_PROXY: (\S+)/.exec(compose) ?? [];
  const [, subnet = ''] = /subnet: ([\d./]+)/.exec(compose) ?? [];
  const [address = '', prefix] = trusted.split('/');
  const range = new BlockList();
  range.addSubnet(address, Number(prefix));
  expect(range.check(subnet.split('/')[0] ?? '')).toBe(true);
  expect(Number(prefix)).toBeLessThanOrEqual(Number(subnet.split('/')[1]));
  const [, publicUrl] = /PUBLIC_URL: (\S+)/.exec(compose) ?? [];
  expect(readSettings({ TRUST_PROXY: trusted, PUBLIC_URL: publicUrl }).trustProxy).toEqual([trusted]);
});

test('the health check of the container asks the configured port, and waits for the start', () => {
  const [check = ''] = /HEALTHCHECK[^\n]*\n.*/.exec(read('Dockerfile')) ?? [];
  expect(check).toContain('--start-period=');
  expect(check).toContain('process.env.PORT}/healthz');
});
