// Plain old JavaScript without imports, so that a Node too old for the rest can still read it and say so.
if (typeof Temporal === 'undefined') {
  console.error('Dev Connector needs Node 26 or newer, and this is', process.version, '(npm start uses the one that npm ci brought).');
  process.exit(1);
}
// What was compiled once is kept: it halves the time to the first answer. In a folder of ours, because what lies there is run as it is.
process.getBuiltinModule('node:module').enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/compiled`);
import('./src/main.ts').then(({ run }) => run());
