import { idPattern } from '@dev-connector/contract';
import { type Html, html } from '../http/html.ts';
import { pageHead, pagePolicy } from '../pages/page-head.ts';
import { docsStyle } from './style.ts';

/** The parts of JSON Schema that our document uses. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  'x-required'?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

interface Operation {
  summary: string;
  tags: string[];
  security?: unknown[];
  parameters: Array<{ name: string; in: string; required: boolean; schema: Schema }>;
  requestBody?: { content: Content };
  responses: Record<string, { description?: string; headers?: Record<string, { description: string }>; content?: Content }>;
}

type Content = Record<string, { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }>;

interface Document {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: { Problem: { description: string; content: Content } } };
}

/** Content-Security-Policy of the page: allows only its style sheet, by hash. */
export const docsPolicy = pagePolicy(docsStyle, "form-action 'none'");

/** Renders the OpenAPI document as an HTML page without scripts. */
export function docsPage(openapi: object): string {
  const { info, paths, components } = openapi as Document;
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const tags = Map.groupBy(requests, ({ operation }) => operation.tags[0] ?? '');
  return html`<!doctype html>
<html lang="en">
<head>
${pageHead(`${info.title} API`, docsStyle)}
</head>
<body>
<header>
<h1>${info.title} API <small>${info.version}</small></h1>
<p>${code(info.description)} Requests marked <em>member</em> need a session token in the header <code>x-auth-token</code>.
OpenAPI document: <a href="/api/openapi.json">openapi.json</a>.</p>
</header>
<nav aria-label="Contents"><ul>
${[...tags.keys(), 'Errors', 'Schemas'].map((tag) => html`<li><a href="#${tag}">${tag}</a></li>`)}
</ul></nav>
<main>
${[...tags].map(([tag, of]) => html`<section id="${tag}"><h2>${tag}</h2>${of.map(call)}</section>`)}
<section id="Errors"><h2>Errors</h2><article><h3>${components.responses.Problem.description}</h3>${problems(components.responses.Problem.content)}</article></section>
<section id="Schemas"><h2>Schemas</h2>
${Object.entries(components.schemas).map(([name, schema]) => html`<article id="schema-${name}"><h3>${name}</h3>${fields(schema)}</article>`)}
</section>
</main>
</body>
</html>
`.text;
}

function call({ method, path, operation }: { method: string; path: string; operation: Operation }): Html {
  const { summary, security, parameters, requestBody, responses } = operation;
  const { 200: done, default: _default, ...failures } = responses;
  const sent = requestBody?.content['application/json'];
  return html`<article id="${method}-${path}">
<h3><span class="method">${method}</span> <code>${path}</code>${security && html` <em>member</em>`}</h3>
<p>${summary}</p>
<dl>
${parameters.length > 0 && html`<dt>Parameters</dt><dd><table><tbody>${parameters.map((parameter) => row(parameter.name, parameter.required, parameter.schema, parameter.in))}</tbody></table></dd>`}
${sent && html`<dt>Body</dt><dd>${typeOf(sent.schema)}${example(sent.example)}</dd>`}
<dt>Reply</dt><dd>${Object.entries(done?.content ?? {}).map(([type, of]) => html`${typeOf(of.schema)}${type !== 'application/json' && html` <small>${type}</small>`}${example(of.example)}`)}</dd>
${Object.entries(done?.headers ?? {}).map(([name, of]) => html`<dt>Header</dt><dd><code>${name}</code> ${code(of.description)}</dd>`)}
${Object.entries(failures).map(([status, { description }]) => html`<dt class="status">${status}</dt><dd>${description}</dd>`)}
</dl>
</article>`;
}

/** Collapsed, because readers look for names and limits first. */
const example = (value: unknown): Html | false =>
  value !== undefined && html`<details><summary>Example</summary><pre>${JSON.stringify(value, null, 2)}</pre></details>`;

const problems = (content: Content) =>
  html`<dl>${Object.values(content).flatMap(({ examples = {} }) =>
    Object.values(examples).map(({ value }) => {
      const { status, errors } = value as { status: number; errors: Array<{ msg: string }> };
      return html`<dt class="status">${String(status)}</dt><dd>${errors[0]?.msg}</dd>`;
    }),
  )}</dl>${example(Object.values(Object.values(content)[0]?.examples ?? {})[0]?.value)}`;

const fields = ({ properties = {}, required = [] }: Schema) =>
  html`<table><tbody>${Object.entries(properties).map(([name, schema]) => row(name, required.includes(name), schema))}</tbody></table>`;

const row = (name: string, required: boolean, schema: Schema, location?: string) =>
  html`<tr><th scope="row"><code>${name}</code>${!required && html` <small>optional</small>`}</th><td>${typeOf(schema)}${location && html` <small>${location}</small>`}${limitsOf(schema)}</td></tr>`;

/** Renders a short description of a schema, or a link to its component. */
function typeOf(schema: Schema): Html {
  const name = schema.$ref?.split('/').at(-1);
  if (name) return html`<a href="#schema-${name}">${name}</a>`;
  if (schema.anyOf) return html`${schema.anyOf.map((one, index) => html`${index > 0 && ' or '}${typeOf(one)}`)}`;
  if (schema.items) return html`list of ${typeOf(schema.items)}`;
  if (schema.properties) return html`object ${fields(schema)}`;
  if (schema.pattern === idPattern) return html`id <small>UUIDv7</small>`;
  return html`${[schema.type ?? 'any'].flat().join(' or ')}${schema.format && html` <small>${schema.format}</small>`}`;
}

function limitsOf({
  description,
  default: defaultValue,
  minimum,
  maximum,
  minLength,
  maxLength,
  'x-required': required,
}: Schema): Html | false {
  const notes = [
    description,
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}.`,
    minLength !== undefined && minLength > 1 && `At least ${minLength} characters.`,
    maxLength !== undefined && `At most ${maxLength} characters.`,
    required && `If missing: “${required}”.`,
    defaultValue !== undefined && `Defaults to ${JSON.stringify(defaultValue)}.`,
  ].filter((note) => typeof note === 'string');
  return notes.length > 0 && html`<p>${notes.join(' ')}</p>`;
}

/** Renders \`code\` in a text as elements. */
const code = (text: string) => text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));
