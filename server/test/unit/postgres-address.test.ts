import { expect, test } from 'vitest';
import { parsePostgresUrl } from '../../src/platform/db/postgres/address.ts';
import { candidatesOf } from '../../src/platform/db/postgres/servers.ts';

test.for([
  ['postgres://ada:s3cret@db/site', { user: 'ada', password: 's3cret', database: 'site', hosts: [{ host: 'db' }] }],
  ['postgresql://ada@db:5433/site', { user: 'ada', database: 'site', hosts: [{ host: 'db', port: 5433 }] }],
  ['postgres://ada:p%40%2F%3F%23%25@db/s', { password: 'p@/?#%', hosts: [{ host: 'db' }] }],
  ['postgres://ada:p@ss:w@db/s', { password: 'p@ss:w', hosts: [{ host: 'db' }] }],
  ['postgres://ada@one:1,two:2,three/s', { hosts: [{ host: 'one', port: 1 }, { host: 'two', port: 2 }, { host: 'three' }] }],
  ['postgres://ada@[::1]:5433/s', { hosts: [{ host: '::1', port: 5433 }] }],
  ['postgres:///s?host=/run/postgresql', { database: 's', hosts: [{ host: '/run/postgresql' }] }],
  ['postgres://%2Frun%2Fpostgresql/s', { hosts: [{ host: '/run/postgresql' }] }],
  ['postgres://db/s?user=ada&password=a%26b', { user: 'ada', password: 'a&b' }],
  [
    'postgres:///s?host=one,two&port=1,2',
    {
      hosts: [
        { host: 'one', port: 1 },
        { host: 'two', port: 2 },
      ],
    },
  ],
] as const)('reads %s', ([url, expected]) => {
  expect(parsePostgresUrl(url)).toMatchObject(expected);
});

test.for([
  ['disable', [false]],
  ['allow', [false, { rejectUnauthorized: false }]],
  ['prefer', [{ rejectUnauthorized: false }, false]],
  ['require', [{ rejectUnauthorized: false }]],
  ['no-verify', [{ rejectUnauthorized: false }]],
  ['verify-ca', [{ checkServerIdentity: expect.any(Function) }]],
  ['verify-full', [{}]],
] as const)('sslmode=%s tries these kinds of TLS', ([mode, expected]) => {
  expect(candidatesOf(`postgres://db/s?sslmode=${mode}`).map(({ ssl }) => ssl)).toEqual(expected);
});

test('accepts ssl as other programs write it, and parameters of libpq that change nothing here', () => {
  expect(candidatesOf('postgres://db/s?ssl=true').map(({ ssl }) => ssl)).toEqual([{}]);
  expect(candidatesOf('postgres://db/s?ssl=true&sslmode=require').map(({ ssl }) => ssl)).toEqual([{ rejectUnauthorized: false }]);
  expect(candidatesOf('postgres://db/s?ssl=0').map(({ ssl }) => ssl)).toEqual([false]);
  expect(() => parsePostgresUrl('postgres://db/s?ssl=maybe')).toThrow('must have ssl=true, ssl=false, or an sslmode');
  expect(() => parsePostgresUrl('postgres://db/s?sslcompression=0&sslsni=1&krbsrvname=postgres&gssdelegation=0')).not.toThrow();
});

test('sockets have no TLS, and a file of an authority that cannot be read is named', () => {
  expect(candidatesOf('postgres:///s?host=/run/postgresql&sslmode=require')).toMatchObject([{ host: '/run/postgresql', ssl: false }]);
  expect(() => candidatesOf('postgres://db/s?sslmode=verify-full&sslrootcert=/nowhere.crt')).toThrow(
    /sslrootcert .* cannot be read.*nowhere\.crt/,
  );
});
