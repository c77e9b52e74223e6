import { limits, type ProblemItem, type TextKind } from '@dev-connector/contract';
import { Ajv, type ErrorObject, type KeywordDefinition, type SchemaValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import { Failure, InvalidFields } from '../errors.ts';
import { tidySkills } from '../profiles/skills.ts';
import { hasControl, isEmpty, isLonger, type Tidied, tidy, unstorable } from './fields.ts';

/*
 * Judges what comes in by the contract's schemas. Bodies are strict: no coercion, every failing field reported at once. Query strings and
 * headers are text on the wire, so `limit=20` counts as a number there. A path parameter that does not fit is simply not found.
 */

/** What the schema of one field says, besides JSON Schema's own keywords (contract/src/schema.ts). */
interface FieldSchema {
  title?: string;
  type?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  anyOf?: FieldSchema[];
  'x-text'?: TextKind;
  'x-required'?: string;
  'x-invalid'?: string;
  'x-placeholder'?: string;
  properties?: Record<string, FieldSchema>;
}

/** Reports through Ajv's convention: errors hang on the function. */
function keyword(judge: (data: unknown, schema: FieldSchema) => Tidied): SchemaValidateFunction {
  const validate: SchemaValidateFunction = (_value, data, schema, context) => {
    const tidied = judge(data, schema as FieldSchema);
    if ('wrong' in tidied) {
      validate.errors = [{ keyword: 'x-text', message: tidied.wrong, params: {} }];
      return false;
    }
    if (context) context.parentData[context.parentDataProperty] = tidied.value;
    return true;
  };
  return validate;
}

const judgeText = keyword((data, schema) => {
  const text = data as string;
  const { 'x-text': kind = 'plain', 'x-required': required, 'x-invalid': invalid, 'x-placeholder': placeholder, title } = schema;
  // Lengths first: all that follows may take longer by the text's length. Ajv reports this one, by `maxLength`.
  const sent = kind === 'secret' ? text : text.trim();
  if (schema.maxLength && isLonger(sent, schema.maxLength)) return { value: sent };
  if (unstorable(text)) return { wrong: `${title} holds a character that cannot be stored` };
  if (required && (kind === 'secret' ? text === '' : isEmpty(text) || text.trim() === placeholder)) return { wrong: required };
  const tidied = tidy[kind](text, schema);
  return 'wrong' in tidied && invalid ? { wrong: invalid } : tidied;
});

/** Judges the list both as it was sent and as it will be kept, and leaves it as it was sent: the store tidies it. */
const judgeSkills = keyword((value, schema) => {
  const wrong = `${schema.title} must be at most ${limits.skills} skills of at most ${limits.skill} characters, separated by commas`;
  const sent = Array.isArray(value) ? value : [value];
  const sentLongest = Array.isArray(value) ? limits.skill : limits.skillsText;
  if (sent.length > limits.skills) return { wrong };
  if (!sent.every((skill) => typeof skill === 'string' && !isLonger(skill, sentLongest) && !unstorable(skill))) return { wrong };
  const kept = tidySkills(value as string | string[]);
  if (kept.length === 0) return { wrong: schema['x-required'] ?? wrong };
  if (kept.some(hasControl)) return { wrong: `${schema.title} must not contain control characters` };
  return kept.length <= limits.skills && !kept.some((skill) => isLonger(skill, limits.skill)) ? { value } : { wrong };
});

const textKeyword: KeywordDefinition = {
  keyword: 'x-text',
  type: 'string',
  before: 'maxLength',
  modifying: true,
  errors: 'full',
  validate: judgeText,
};
const skillsKeyword: KeywordDefinition = { keyword: 'x-skills', before: 'anyOf', modifying: true, errors: 'full', validate: judgeSkills };

function ajv(coerceTypes: boolean): Ajv {
  const instance = new Ajv({
    allErrors: true,
    verbose: true,
    coerceTypes,
    useDefaults: coerceTypes,
    strict: true,
    strictTypes: false,
    strictNumbers: false, // else a text of four hundred nines becomes Infinity, and Infinity is held to no maximum
    addUsedSchema: false,
  });
  instance.addVocabulary(['x-required', 'x-invalid', 'x-placeholder', 'example']);
  instance.addKeyword(textKeyword).addKeyword(skillsKeyword);
  return instance;
}

const strict = ajv(false);
const lenient = ajv(true);

/** Fastify's validator compiler over the contract's schemas. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const validate = (httpPart === 'body' ? strict : lenient).compile(schema);
  const lists = listLimits(schema as FieldSchema);
  return (data: unknown) => {
    shortenLists(data, lists);
    if (validate(data)) return { value: data };
    return {
      error: httpPart === 'body' && isNoObject(data) ? new Failure('bodyRequired') : new InvalidFields(toItems(validate.errors ?? [])),
    };
  };
};

/** The most items that each list of an object may have. */
const listLimits = ({ properties = {} }: FieldSchema): Array<[field: string, max: number]> =>
  Object.entries(properties).flatMap(([field, { maxItems, anyOf = [] }]) => {
    const max = maxItems ?? anyOf.find((option) => option.maxItems)?.maxItems;
    return max === undefined ? [] : [[field, max]];
  });

/** Drops what no longer matters of lists that are too long, because Ajv judges every item and reports every error. One item too many is left. */
function shortenLists(data: unknown, lists: Array<[field: string, max: number]>): void {
  if (isNoObject(data)) return;
  for (const [field, max] of lists) {
    const value = (data as Record<string, unknown>)[field];
    if (Array.isArray(value) && value.length > max) value.length = max + 1;
  }
}

const isNoObject = (data: unknown) => typeof data !== 'object' || data === null || Array.isArray(data);

/** One item a field, in the order of the errors. */
function toItems(found: ErrorObject[]): ProblemItem[] {
  const items = new Map<string, ProblemItem>();
  for (const error of found) {
    const missing = error.keyword === 'required';
    const field: string = missing ? error.params.missingProperty : (error.instancePath.split('/')[1] ?? '');
    const parent = error.parentSchema as FieldSchema;
    const schema = missing ? (parent.properties?.[field] ?? {}) : parent;
    if (!items.has(field)) items.set(field, { msg: messageOf(error, { title: field, ...schema }), field });
  }
  return [...items.values()];
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
      return `${title} must be from ${schema.minimum} to ${schema.maximum}`;
    default:
      return invalid ?? `${title} is not valid`;
  }
}

const typeNames: Record<string, string> = { string: 'text', integer: 'a whole number', boolean: 'true or false' };
