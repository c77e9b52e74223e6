import { type FieldCode, type ListLimits, type TextKind, trimLines } from '@dev-connector/contract';
import { Ajv, type ErrorObject, type KeywordDefinition, type SchemaValidateFunction, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import { Failure, type FieldProblem, InvalidFields } from '../../errors.ts';
import { splitList } from './comma-list.ts';
import { hasControl, isEmpty, isLonger, type Tidied, tidy, unstorable, withoutNulls } from './fields.ts';

/*
 * Validates requests against the contract's schemas. Body values are not coerced, null means that a field is absent, and all invalid fields are reported together. Query and header values are
 * coerced from text, so that `limit=20` is a number. An invalid path parameter results in 404.
 */

/** The schema of one field, including the custom keywords of contract/src/shared/schema.ts. */
interface FieldSchema {
  title?: string;
  type?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  anyOf?: FieldSchema[];
  'x-text'?: TextKind;
  'x-list'?: ListLimits;
  'x-required'?: string;
  'x-invalid'?: string;
  'x-placeholder'?: string;
  'x-empty'?: unknown;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
}

type ListSchema = FieldSchema & Required<Pick<FieldSchema, 'x-list' | 'x-invalid'>>;

/** The normalized value, or the error message and its code. */
type Checked = Tidied | { wrong: string; code: FieldCode };

/** Creates a validate function for Ajv, which reads errors from the function's `errors` property. */
function keyword(check: (data: unknown, schema: FieldSchema) => Checked): SchemaValidateFunction {
  const validate: SchemaValidateFunction = (_value, data, schema, context) => {
    const tidied = check(data, schema as FieldSchema);
    if ('wrong' in tidied) {
      const { wrong: message, ...params } = tidied;
      validate.errors = [{ keyword: 'x-text', message, params }];
      return false;
    }
    if (context) context.parentData[context.parentDataProperty] = tidied.value;
    return true;
  };
  return validate;
}

const validateText = keyword((data, schema) => {
  const text = data as string;
  const { 'x-text': kind = 'plain', 'x-required': required, 'x-invalid': invalid, 'x-placeholder': placeholder, title } = schema;
  // Checks the length first, because the other checks take time proportional to it. Ajv then reports `maxLength`.
  const sent = kind === 'verbatim' ? text : kind === 'markdown' ? trimLines(text) : text.trim();
  if (schema.maxLength && isLonger(sent, schema.maxLength)) return { value: sent };
  if (unstorable(text)) return { wrong: `${title} holds a character that cannot be stored` };
  if (required && (kind === 'verbatim' ? text === '' : isEmpty(text) || text.trim() === placeholder))
    return { wrong: required, code: 'fieldRequired' };
  const tidied = tidy[kind](text, schema);
  return 'wrong' in tidied && invalid ? { wrong: invalid } : tidied;
});

/** Validates the list before and after normalization but does not modify it, because the store normalizes it. */
const validateList = keyword((value, schema) => {
  const { title, 'x-list': limits, 'x-required': required, 'x-invalid': wrong } = schema as ListSchema;
  const sent = Array.isArray(value) ? value : [value];
  const maxLength = Array.isArray(value) ? limits.item : limits.text;
  const tooLong: Checked = { wrong, code: 'fieldTooLong' };
  if (sent.length > limits.items) return tooLong;
  if (!sent.every((text) => typeof text === 'string' && !unstorable(text))) return { wrong };
  if (sent.some((text) => isLonger(text, maxLength))) return tooLong;
  const items = splitList(value as string | string[]);
  if (items.length === 0) return required ? { wrong: required, code: 'fieldRequired' } : { wrong };
  if (items.some(hasControl)) return { wrong: `${title} must not contain control characters` };
  return items.length <= limits.items && !items.some((item) => isLonger(item, limits.item)) ? { value } : tooLong;
});

const textKeyword: KeywordDefinition = {
  keyword: 'x-text',
  type: 'string',
  before: 'maxLength',
  modifying: true,
  errors: 'full',
  validate: validateText,
};
const listKeyword: KeywordDefinition = {
  keyword: 'x-list',
  before: 'anyOf',
  modifying: true,
  errors: 'full',
  validate: validateList,
};

const fileKeyword: KeywordDefinition = { keyword: 'x-file', validate: (_schema: true, data: unknown) => Buffer.isBuffer(data) };

function ajv(coerceTypes: boolean): Ajv {
  const instance = new Ajv({
    allErrors: true,
    verbose: true,
    coerceTypes,
    useDefaults: coerceTypes,
    strict: true,
    strictTypes: false,
    strictNumbers: false, // otherwise Ajv skips `maximum` for Infinity, the coerced value of a string of 400 digits
    addUsedSchema: false,
  });
  instance.addVocabulary(['x-required', 'x-invalid', 'x-placeholder', 'x-empty', 'example']);
  instance.addKeyword(textKeyword).addKeyword(listKeyword).addKeyword(fileKeyword);
  return instance;
}

const strict = ajv(false);
const lenient = ajv(true);

/** Fastify's validator compiler for the contract's schemas. Compiles a schema for its first request, because all of them together take a tenth of the start. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  let compiled: ValidateFunction | undefined;
  const lists = listLimits(schema as FieldSchema);
  const empty = emptyValues(schema as FieldSchema);
  return (data: unknown) => {
    if (httpPart === 'body') withoutNulls(data, empty);
    tidyLists(data, lists);
    compiled ??= (httpPart === 'body' ? strict : lenient).compile(schema);
    const validate = compiled;
    const errors = validate(data) ? [] : (validate.errors ?? []).filter(({ instancePath }) => !isInBlank(data, instancePath));
    if (errors.length > 0)
      return { error: httpPart === 'body' && isNoObject(data) ? new Failure('bodyRequired') : new InvalidFields(toItems(errors)) };
    dropBlanks(data, lists);
    return { value: data };
  };
};

/** Returns the `x-empty` value of each field that has one. */
const emptyValues = ({ properties = {} }: FieldSchema): Map<string, unknown> =>
  new Map(Object.entries(properties).flatMap(([name, { 'x-empty': value }]) => (value === undefined ? [] : [[name, value]])));

/** Returns the maximum length of each array property. */
const listLimits = ({ properties = {} }: FieldSchema): Array<[field: string, max: number]> =>
  Object.entries(properties).flatMap(([field, { maxItems, anyOf = [] }]) => {
    const max = maxItems ?? anyOf.find((option) => option.maxItems)?.maxItems;
    return max === undefined ? [] : [[field, max]];
  });

/** Truncates overlong arrays to one item above the limit, because Ajv with `allErrors` would validate every item. Removes nulls from their objects. */
function tidyLists(data: unknown, lists: Array<[field: string, max: number]>): void {
  if (isNoObject(data)) return;
  for (const [field, max] of lists) {
    const value = (data as Record<string, unknown>)[field];
    if (!Array.isArray(value)) continue;
    if (value.length > max) value.length = max + 1;
    for (const item of value) withoutNulls(item);
  }
}

/** Whether an item of a list has only blank texts, such as a row of a form that is not filled in. */
const isBlank = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && Object.values(item).every((value) => typeof value === 'string' && isEmpty(value));

/** Whether an error's path is in a blank item. They are removed after validation, so that errors name the places in the request. */
function isInBlank(data: unknown, path: string): boolean {
  const [, field = '', index] = path.split('/');
  return index !== undefined && isBlank((data as Record<string, Record<string, unknown>>)[field]?.[index]);
}

function dropBlanks(data: unknown, lists: Array<[field: string, max: number]>): void {
  if (isNoObject(data)) return;
  const fields = data as Record<string, unknown>;
  for (const [field] of lists) if (Array.isArray(fields[field])) fields[field] = fields[field].filter((item) => !isBlank(item));
}

const isNoObject = (data: unknown) => typeof data !== 'object' || data === null || Array.isArray(data);

/** Returns the first error of each field, in the order of the errors. */
function toItems(found: ErrorObject[]): FieldProblem[] {
  const items = new Map<string, FieldProblem>();
  for (const error of found) {
    const missing = error.keyword === 'required';
    const field = fieldOf(`${error.instancePath}${missing ? `/${error.params.missingProperty}` : ''}`);
    const name = missing ? error.params.missingProperty : field;
    const parent = error.parentSchema as FieldSchema;
    const schema = { title: field, ...(missing ? parent.properties?.[name] : parent) };
    if (!items.has(field)) items.set(field, { msg: messageOf(error, schema), code: codeOf(error), field });
  }
  return [...items.values()];
}

/** Returns the field at a path: `/links/1/url` is `links[1].url`, and an invalid item of a list of texts is the list. */
function fieldOf(path: string): string {
  const [, field = '', index, property] = path.split('/');
  return property === undefined ? field : `${field}[${index}].${property}`;
}

function messageOf({ keyword: failed, message, params }: ErrorObject, schema: FieldSchema): string {
  const { title, 'x-required': required, 'x-invalid': invalid } = schema;
  switch (failed) {
    case 'x-text':
      return message ?? `${title} is not valid`;
    case 'required':
      return required ?? `${title} is required`;
    case 'minLength':
      return required ?? `${title} must be at least ${params.limit} characters`;
    case 'maxLength':
      return `${title} must be at most ${params.limit} characters`;
    case 'type':
      return invalid ?? `${title} must be ${typeNames[params.type as string] ?? 'of another type'}`;
    case 'minimum':
    case 'maximum':
      return schema.maximum === undefined
        ? `${title} must be at least ${schema.minimum}`
        : `${title} must be from ${schema.minimum} to ${schema.maximum}`;
    case 'enum':
      return invalid ?? `${title} must be ${oneOf.format(params.allowedValues)}`;
    default:
      return invalid ?? `${title} is not valid`;
  }
}

const oneOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function codeOf({ keyword: failed, params }: ErrorObject): FieldCode {
  switch (failed) {
    case 'required':
      return 'fieldRequired';
    case 'minLength':
      return params.limit === 1 ? 'fieldRequired' : 'fieldTooShort';
    case 'maxLength':
    case 'maxItems':
      return 'fieldTooLong';
    case 'minimum':
    case 'maximum':
      return 'fieldOutOfRange';
    default:
      return params.code ?? 'fieldInvalid';
  }
}

const typeNames: Record<string, string> = { string: 'text', integer: 'a whole number', boolean: 'true or false' };
