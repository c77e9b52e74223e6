import type { Array as ArrayOf, Boolean as BooleanOf, Integer, Object as ObjectOf, Optional, String as StringOf, Union } from 'typebox';

/*
 * The JSON Schema builders that the contract uses. They have the types of TypeBox, so each schema also defines a TypeScript type. Reimplementing them
 * avoids loading TypeBox's 370 modules, which would cost 20 MB and 0.1 s at startup.
 */

export const string = ((options) => ({ type: 'string', ...options })) as typeof StringOf;
export const integer = ((options) => ({ type: 'integer', ...options })) as typeof Integer;
export const boolean = ((options) => ({ type: 'boolean', ...options })) as typeof BooleanOf;
export const array = ((items, options) => ({ type: 'array', items, ...options })) as typeof ArrayOf;
export const union = ((anyOf, options) => ({ anyOf, ...options })) as typeof Union;

const optionals = new WeakSet<object>();

/** Marks a property as optional. */
export const optional = ((schema: object) => {
  const copy = { ...schema };
  optionals.add(copy);
  return copy;
}) as unknown as typeof Optional;

/** Returns the properties of an object without those of these names. */
export const omit = <Properties extends object, Name extends keyof Properties & string>(properties: Properties, ...names: Name[]) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name as Name))) as Omit<Properties, Name>;

export const object = ((properties: Record<string, object>, options?: object) => {
  const required = Object.keys(properties).filter((name) => !optionals.has(properties[name] as object));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}) as unknown as typeof ObjectOf;
