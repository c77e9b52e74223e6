// Plain old JavaScript without imports, so that a Node too old for the rest can still read it and say so.
if (typeof Temporal === 'undefined') {
  console.error('Dev Connector needs Node 26 or newer, and this is', process.version, '(npm start uses the one that npm ci brought).');
  process.exit(1);
}
import('./src/main.ts').then(({ run }) => run());
