import type { Plugin } from 'vite';
import * as contract from '../contract/src/index.ts';
import * as schema from '../contract/src/schema.ts';

/** All that a client needs of an endpoint at run time; the rest it knows as types. */
const wire = new Set(['method', 'path']);

/** What builds the contract's schemas: calls of these that nothing uses any more can go. */
export const schemaBuilders = Object.entries({ ...contract, ...schema }).flatMap(([name, exported]) =>
  typeof exported === 'function' ? [name] : [],
);

interface Node {
  type: string;
  start: number;
  end: number;
  [child: string]: unknown;
}

/**
 * Leaves the schemas of the contract out of the browser's bundle: of each `endpoint({…})` only method and path stay. The server judges; the browser would
 * carry three kilobytes of schemas that it never reads.
 */
export function contractWire(): Plugin {
  return {
    name: 'contract-wire',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /contract\/src\/\w+\.ts$/ },
      handler(code) {
        let kept = '';
        let end = 0;
        for (const properties of endpointsOf(this.parse(code, { lang: 'ts' }) as unknown as Node)) {
          const ofWire = properties.filter(({ key }) => wire.has((key as { name: string }).name));
          kept += code.slice(end, properties[0]?.start) + ofWire.map((property) => code.slice(property.start, property.end)).join(', ');
          end = properties.at(-1)?.end ?? end;
        }
        return { code: kept + code.slice(end), map: null };
      },
    },
  };
}

function* endpointsOf(node: Node): Generator<Node[]> {
  if (node.type === 'CallExpression' && (node.callee as Node).name === 'endpoint') {
    const [definition] = node.arguments as [{ properties: Node[] }];
    yield definition.properties;
  }
  for (const child of Object.values(node).flat()) {
    if (child && typeof (child as Node).type === 'string') yield* endpointsOf(child as Node);
  }
}
