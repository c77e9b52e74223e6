import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';

type Serialize = (data: unknown) => string;

const serializers = new WeakMap<object, Serialize>();

/** Fastify's serializer compiler for the contract's schemas. Compiles a schema for its first response instead of at the start, and once for all apps of a process. */
export const compileSerializer: FastifySerializerCompiler<object> = ({ schema }) => {
  return (data: unknown) => {
    let serialize = serializers.get(schema);
    if (!serialize) {
      serialize = fastJsonStringify(schema) as Serialize;
      serializers.set(schema, serialize);
    }
    return serialize(data);
  };
};
