import type { Plugin } from 'vite';

/** Members of an endpoint that the client needs at run time; the others only matter as types. */
const clientMembers = new Set(['method', 'path', 'hasEtag']);

interface Node {
  type: string;
  start: number;
  end: number;
  [child: string]: unknown;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Removes the contract's schemas, three kilobytes, from the browser bundle, because only the server validates. Reduces each `endpoint({…})` to the members above
 * and marks other constants as pure, so that the bundler drops the unused ones.
 */
export function stripContractSchemas(): Plugin {
  return {
    name: 'strip-contract-schemas',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /contract\/src\/[\w/-]+\.ts$/ },
      handler(code) {
        const { body } = this.parse(code, { lang: 'ts' }) as unknown as { body: Node[] };
        const edits = body.flatMap(constantsOf).flatMap((constant) => editsOf(constant, code));
        const edited = edits.toReversed().reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
        return { code: edited, map: null };
      },
    },
  };
}

/** Initializers that the bundler would not drop: calls, objects and composed regular expressions. */
const computed = new Set(['CallExpression', 'ObjectExpression', 'NewExpression', 'TaggedTemplateExpression']);

/** Initializers of a module's top-level constants that the bundler would not drop. */
function constantsOf(statement: Node): Node[] {
  const declaration = (statement.declaration as Node | null | undefined) ?? statement;
  const declarators = declaration.type === 'VariableDeclaration' ? (declaration.declarations as Array<{ init: Node | null }>) : [];
  return declarators.map(({ init }) => withoutTypes(init)).flatMap((value) => (value && computed.has(value.type) ? [value] : []));
}

/** The value of `value as const satisfies Type`. */
const withoutTypes = (value: Node | null | undefined): Node | null | undefined =>
  value?.type === 'TSAsExpression' || value?.type === 'TSSatisfiesExpression' ? withoutTypes(value.expression as Node) : value;

function editsOf(constant: Node, code: string): Edit[] {
  const { start, end } = constant;
  const edits = [
    { start, end: start, text: '/* @__PURE__ */ (() => (' },
    { start: end, end, text: '))()' },
  ];
  const isCall = constant.type === 'CallExpression';
  const { properties = [] } = (isCall ? (constant.arguments as Node[])[0] : constant) as { properties?: Node[] };
  // The common members of several endpoints are constants, too.
  const isEndpoint = isCall ? (constant.callee as Node).name === 'endpoint' : properties.some((member) => nameOf(member) === 'access');
  if (isEndpoint) edits.splice(1, 0, withoutSchemas(properties, code));
  return edits;
}

const nameOf = ({ key }: Node): string | undefined => (key as { name?: string } | undefined)?.name;

function withoutSchemas(properties: Node[], code: string): Edit {
  const members = properties.filter((member) => member.type === 'SpreadElement' || clientMembers.has(nameOf(member) ?? ''));
  const text = members.map(({ start, end }) => code.slice(start, end)).join(', ');
  return { start: properties[0]?.start ?? 0, end: properties.at(-1)?.end ?? 0, text };
}
