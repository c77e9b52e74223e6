import { expect, test } from 'vitest';
import { redactUrl } from '../../src/platform/db/redact-url.ts';

test.for<[string, string]>([
  ['postgres://ada:secret@db.example:5432/community', 'postgres://db.example:5432/community'],
  ['postgres://db.example/community?password=secret', 'postgres://db.example/community'],
  ['postgres:///community?host=/run/postgresql', 'postgres://local/community'],
  ['https://api.github.com', 'https://api.github.com'],
  ['https://ada:secret@ping.example:8443/', 'https://ping.example:8443'],
  ['https://ping.example/secret', 'https://ping.example/…'],
  ['https://ping.example?key=secret#secret', 'https://ping.example/…'],
  // Ambiguous addresses are hidden completely.
  ['postgres://ada:sec/ret@db.example/community', 'postgres://…'],
  ['postgres://ada:sec%ret', 'postgres://…'],
  ['host=db.example password=secret', 'postgres://…'],
])('%s is shown as %s', ([address, shown]) => {
  expect(redactUrl(address)).toBe(shown);
});
