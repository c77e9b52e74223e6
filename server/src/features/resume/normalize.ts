import { limits, type Resume, resumeFile } from '@dev-connector/contract';
import { parseUrl, unstorable } from '../../platform/http/schemas/fields.ts';
import { dateForms } from '../profiles/partial-date.ts';
import { describe } from './describe.ts';
import { readDate } from './loose-date.ts';
import { renamingOf } from './old-names.ts';

/*
 * Reads a JSON value as a JSON Resume 1.0.0. A value that does not fit is left out alone, with a note, and the rest is read: old names, dates as people write them,
 * numbers for texts, and a single value for a list.
 */

/** Whether the file is published, or imported: an import is also validated as a profile. */
export type Purpose = 'publish' | 'import';

export interface Note {
  place: string;
  msg: string;
  /** Index of the first item that is left out of a list. The note does not concern the items before it. */
  from?: number;
}

export interface Normalized {
  resume: Resume;
  /** Values that were left out because they do not fit. */
  invalid: Note[];
  /** Values that were read in another form than they have in the file. */
  changed: Note[];
  /** Values of fields that JSON Resume does not have. The résumé to publish still contains them. */
  unknown: Note[];
  /** The place in the file of a value whose field has another name there. */
  placeInFile: (place: string) => string;
  /** The place in the résumé of a value in the file. */
  nameOf: (place: string) => string;
}

/** The subset of JSON Schema that the contract's résumé schemas use. */
interface Schema {
  type: 'object' | 'array' | 'string' | 'boolean';
  properties?: Record<string, Schema>;
  items?: Schema;
  pattern?: string;
}

/** Formats of texts by field name. Dates have a pattern in the contract. */
const formats: Record<string, 'uri' | 'email' | 'site-path'> = {
  image: 'uri',
  url: 'uri',
  canonical: 'uri',
  $schema: 'uri',
  'x-repository': 'uri',
  email: 'email',
  'x-path': 'site-path',
};
const types: Record<Schema['type'], string> = { string: 'text', array: 'a list', object: 'an object', boolean: 'true or false' };

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value has no content: null, a blank text, an empty list or object. */
export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.values(value).every(isBlank));

/** Reads an object as a résumé. A list of an import has null in the place of an item that is left out, so that indexes stay those of the file. */
export function normalize(file: object, purpose: Purpose): Normalized {
  const reader = new Reader(purpose);
  const resume = (reader.object(resumeFile as unknown as Schema, file as Fields, '', '', '') ?? {}) as Resume;
  const { invalid, changed, unknown, renamed } = reader;
  const names = new Map([...renamed].map(([path, place]) => [place, path]));
  return { resume, invalid, changed, unknown, placeInFile: (place) => inFile(place, renamed), nameOf: (place) => inFile(place, names) };
}

/** Returns a place with the names of the file: those of the object itself and of the objects around it. */
function inFile(place: string, renamed: ReadonlyMap<string, string>): string {
  const own = renamed.get(place);
  if (own !== undefined) return own;
  const end = Math.max(place.lastIndexOf('.'), place.lastIndexOf('['));
  return end <= 0 ? place : inFile(place.slice(0, end), renamed) + place.slice(end);
}

/** Whether a value is an object with a field of the items of a list. */
const isItem = (schema: Schema, value: unknown, section: string): boolean =>
  isObject(value) &&
  Object.keys(value).some((name) => Object.hasOwn(schema.properties ?? {}, name) || Object.hasOwn(renamingOf(section).names, name));

const below = (place: string, name: string) => (place === '' ? name : `${place}.${name}`);

class Reader {
  readonly invalid: Note[] = [];
  readonly changed: Note[] = [];
  readonly unknown: Note[] = [];
  /** Places in the file by the place in the résumé, for renamed fields. */
  readonly renamed = new Map<string, string>();
  /** Places of the values in `invalid`. */
  readonly #refused = new Set<string>();
  readonly #purpose: Purpose;

  constructor(purpose: Purpose) {
    this.#purpose = purpose;
  }

  /** Reads a value. `place` is its place in the file, `path` that in the résumé, and `section` its path without indexes. */
  #value(schema: Schema, value: unknown, name: string, place: string, path: string, section: string): unknown {
    if (value === null || value === undefined) return undefined;
    if (schema.properties) {
      const { text } = renamingOf(section);
      if (isObject(value)) return this.object(schema, value, place, path, section);
      if (typeof value === 'string' && text) {
        if (value.trim() === '') return undefined;
        this.changed.push({ place, msg: `This text is read as the field ${text}` });
        this.renamed.set(below(path, text), place);
        return this.object(schema, { [text]: value }, place, path, section);
      }
      return this.#refuse('object', value, place);
    }
    if (schema.items) return this.#list(schema.items, value, name, place, path, section);
    if (schema.type === 'boolean') return typeof value === 'boolean' ? value : this.#refuse('boolean', value, place);
    return this.#text(schema, value, name, place);
  }

  object(schema: Schema, fields: Fields, place: string, path: string, section: string): Fields {
    const { names } = renamingOf(section);
    const read: Fields = {};
    for (const [sent, value] of Object.entries(fields)) {
      const here = below(place, sent);
      const name = Object.hasOwn(names, sent) && !Object.hasOwn(schema.properties ?? {}, sent) ? (names[sent] as string) : sent;
      const field = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
      if (!field) {
        this.#unknown(read, sent, value, here);
        continue;
      }
      if (name !== sent) {
        const current = fields[name];
        if (!isBlank(current)) {
          if (!isBlank(value) && JSON.stringify(current) !== JSON.stringify(value))
            this.unknown.push({ place: here, msg: `The field ${name} has another value, which is used` });
          continue;
        }
        if (isBlank(value)) continue;
        this.renamed.set(below(path, name), here);
      }
      const result = this.#value(field, value, name, here, below(path, name), below(section, name));
      if (result !== undefined) read[name] = result;
    }
    if ('startDate' in (schema.properties ?? {})) this.#checkPeriod(read, fields, place);
    return read;
  }

  #unknown(read: Fields, name: string, value: unknown, place: string): void {
    if (this.#purpose === 'publish') read[name] = value;
    if (isBlank(value) || (this.#purpose === 'publish' && name.startsWith('_'))) return;
    this.unknown.push({ place, msg: name.startsWith('_') ? 'A private note' : 'Not a field of JSON Resume' });
  }

  #list(schema: Schema, value: unknown, name: string, place: string, path: string, section: string): unknown[] | undefined {
    const isText = typeof value === 'string' && (schema.type === 'string' || renamingOf(section).text);
    if (isText || isItem(schema, value, section)) {
      if (isBlank(value)) return undefined;
      this.changed.push({ place, msg: `This ${isText ? 'text' : 'object'} is read as a list of one item` });
      const item = this.#value(schema, value, name, place, `${path}[0]`, section);
      this.renamed.set(`${path}[0]`, place);
      return item === undefined ? undefined : [item];
    }
    if (!Array.isArray(value)) {
      this.#refuse('array', value, place);
      return undefined;
    }
    const max = name === 'work' || name === 'education' ? limits.entries : limits.resumeList;
    if (value.length > max) this.invalid.push({ place, msg: `Only the first ${max} of ${value.length} items are read`, from: max });
    const items = value
      .slice(0, max)
      .map((item, index) => this.#value(schema, item, name, `${place}[${index}]`, `${path}[${index}]`, section) ?? null);
    return this.#purpose === 'import' ? items : items.filter((item) => item !== null);
  }

  #text({ pattern }: Schema, value: unknown, name: string, place: string): string | undefined {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string') return this.#refuse('string', value, place);
    if (unstorable(text)) return this.#invalid(place, 'Contains a character that cannot be stored');
    if (pattern) return this.#date(text, value, name, place);
    if (typeof value === 'number') this.changed.push({ place, msg: `The number ${text} is read as text` });
    const format = this.#purpose === 'publish' ? formats[name] : undefined;
    if (!format) return text;
    if (text.trim() === '') return undefined;
    if (format === 'uri') return this.#address(text.trim(), name, place);
    if (format === 'email')
      return /^[^\s@]+@[^\s@]+$/.test(text.trim())
        ? text.trim()
        : this.#invalid(place, `Expected an e-mail address, found ${describe(text)}`);
    return /^\/(?![/\\])\S*$/.test(text)
      ? text
      : this.#invalid(place, `Expected a path of this site that starts with a single /, found ${describe(text)}`);
  }

  #date(text: string, value: unknown, name: string, place: string): string | undefined {
    if (text.trim() === '') return undefined;
    const read = readDate(text);
    if (read === 'open' && name === 'endDate') {
      this.changed.push({ place, msg: `${describe(value)} is read as: no end yet` });
      return undefined;
    }
    if (read === undefined || read === 'open') return this.#invalid(place, `Expected ${dateForms}, found ${describe(value)}`);
    if (read.date !== value) this.changed.push({ place, msg: `${describe(value)} is read as ${read.date}` });
    return read.date;
  }

  #address(text: string, name: string, place: string): string | undefined {
    if (isAddress(text)) return text;
    if (name === '$schema') return undefined; // a file next to the résumé, for editors
    const withScheme = `https://${text}`;
    if (
      name !== 'image' &&
      name !== 'canonical' &&
      /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[/?#]\S*)?$/u.test(text) &&
      isAddress(withScheme)
    ) {
      this.changed.push({ place, msg: `${describe(text)} is read as ${withScheme}` });
      return withScheme;
    }
    return this.#invalid(place, `Expected a web address that starts with https:// or http://, found ${describe(text)}`);
  }

  /** An entry whose end cannot be read has ended. A start after the end is shown, but named. */
  #checkPeriod(read: Fields, fields: Fields, place: string): void {
    const { startDate: start, endDate: end } = read as { startDate?: string; endDate?: string };
    if (end === undefined && this.#refused.has(below(place, 'endDate')) && fields['x-current'] === undefined) read['x-current'] = false;
    if (this.#purpose === 'publish' && start && end && end < start.slice(0, end.length))
      this.changed.push({ place: below(place, 'endDate'), msg: `"${end}" is before the start date "${start}"` });
  }

  #refuse(type: Schema['type'], value: unknown, place: string): undefined {
    return isBlank(value) ? undefined : this.#invalid(place, `Expected ${types[type]}, found ${describe(value)}`);
  }

  #invalid(place: string, msg: string): undefined {
    this.invalid.push({ place, msg });
    this.#refused.add(place);
    return undefined;
  }
}

function isAddress(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
