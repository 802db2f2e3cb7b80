/**
 * Schema functions for the sources. A declared schema looks like one of zod and becomes one when the first value is validated. A resource of the catalog
 * declares dozens, a call uses three, and most calls need only the declaration (`definitionOf`, schema/fits.ts). So most calls do not load zod.
 */
import { zod, type Zod, type ZodMiniType } from './schema/zod.ts'

export type { core, input, output, ZodMiniType } from './schema/zod.ts'

type Schema = ZodMiniType

/** The parts of a schema's definition that svcapp reads. The members depend on `type`. */
export interface Definition {
  readonly type: string
  /** Inner schema of optional, nullable and default. */
  readonly innerType?: Schema
  readonly defaultValue?: unknown
  /** Members of an object. */
  readonly shape?: Readonly<Record<string, Schema>>
  /** The values of an enum. */
  readonly entries?: Readonly<Record<string, string>>
  /** Schema of a list item. */
  readonly element?: Schema
}

/** Returns the definition as declared, or zod's for rarely needed schemas. */
export function definitionOf(schema: Schema): Definition {
  // zod types the definition of the base class only.
  return declarationOf(schema)?.definition ?? schema._zod.def
}

/** Removes the optional, nullable and default wrappers. */
export function innermost(schema: Schema): Definition {
  let definition = definitionOf(schema)
  while (definition.innerType !== undefined) definition = definitionOf(definition.innerType)
  return definition
}

/** Returns whether a member with this schema is required. */
export function isRequired(schema: Schema): boolean {
  const { definition, given = [] } = declarationOf(schema) ?? {}
  if (definition === undefined) return schema._zod.optin === undefined
  const { type, innerType } = definition
  if (type === 'union') return (given[0] as readonly Schema[]).every(isRequired)
  return type === 'nullable' && innerType !== undefined
    ? isRequired(innerType)
    : type !== 'optional' && type !== 'default'
}

/** Declaration of a schema. */
export interface Declaration {
  readonly maker: keyof Zod
  /** Arguments of the function. */
  readonly given: readonly unknown[]
  /** Declarations of the checks added by `.check()`, each with its own `given`. */
  readonly checks: readonly Declaration[]
  /** Undefined if only zod has it. */
  readonly definition: Definition | undefined
}

/** Returns undefined for a schema that zod itself created. */
export function declarationOf(schema: Schema): Declaration | undefined {
  return schema instanceof LateSchema ? declared(schema) : undefined
}

let declared: (late: LateSchema) => Declaration
let madeOf: (late: LateSchema) => Schema

/** For a nested schema, zod reads only the members of `_zod`. */
class LateSchema {
  static {
    declared = (late) => late.#declaration
    madeOf = (late) => late.#schema
  }

  readonly #declaration: Declaration
  readonly #make: () => Schema
  #made: Schema | undefined

  constructor(declaration: Declaration, make: () => Schema) {
    this.#declaration = declaration
    this.#make = make
  }

  get #schema(): Schema {
    return (this.#made ??= this.#make())
  }

  get _zod(): Schema['_zod'] {
    const { _zod: value } = this.#schema
    // Becomes an own member, because the emulator reads it for each field of each request.
    Object.defineProperty(this, '_zod', { value })
    return value
  }

  get '~standard'(): Schema['~standard'] {
    return this.#schema['~standard']
  }

  get def(): Schema['def'] {
    return this.#schema.def
  }

  get type(): Schema['type'] {
    return this.#schema.type
  }

  parse(...given: Parameters<Schema['parse']>): unknown {
    return this.#schema.parse(...given)
  }

  safeParse(...given: Parameters<Schema['safeParse']>): unknown {
    return this.#schema.safeParse(...given)
  }

  check(...checks: Parameters<Schema['check']>): Schema {
    const more = checks.flatMap((check) => (check instanceof LateSchema ? [check.#declaration] : [unknownCheck]))
    const declaration = { ...this.#declaration, checks: [...this.#declaration.checks, ...more] }
    return late(declaration, () => this.#schema.check(...checks))
  }
}

/** A check that zod created, or a function. */
const unknownCheck: Declaration = { maker: 'refine', given: [], checks: [], definition: undefined }

/** Rarely needed members; test/catalog/schema.test.ts reports a missing one. */
for (const name of ['apply', 'brand', 'clone', 'parseAsync', 'register', 'safeParseAsync', 'shape', 'with']) {
  Object.defineProperty(LateSchema.prototype, name, {
    get(this: LateSchema): unknown {
      return Reflect.get(madeOf(this), name)
    },
  })
}

/** Creates the result of a zod function when it is first read. */
function late<S>(declaration: Declaration, make: () => S): S {
  // It has each member of the other; test/catalog/schema.test.ts compares both.
  return new LateSchema(declaration, make as unknown as () => Schema) as unknown as S
}

type Define = (...given: never[]) => Definition

/** Definitions by function; test/catalog/schema.test.ts compares them with zod's for each catalog schema. */
const definitions: Partial<Record<keyof Zod, Define>> = {
  array: (element: Schema) => ({ type: 'array', element }),
  boolean: () => ({ type: 'boolean' }),
  enum: (values: readonly string[]) => ({
    type: 'enum',
    entries: Object.fromEntries(values.map((value) => [value, value])),
  }),
  extend: (schema: Schema, more: Definition['shape']) => ({
    type: 'object',
    shape: { ...definitionOf(schema).shape, ...more },
  }),
  instanceof: () => ({ type: 'custom' }),
  literal: () => ({ type: 'literal' }),
  looseObject: (shape: Definition['shape'] = {}) => ({ type: 'object', shape }),
  nullable: (innerType: Schema) => ({ type: 'nullable', innerType }),
  nullish: (innerType: Schema) => ({ type: 'optional', innerType: nullable(innerType) }),
  number: () => ({ type: 'number' }),
  object: (shape: Definition['shape'] = {}) => ({ type: 'object', shape }),
  optional: (innerType: Schema) => ({ type: 'optional', innerType }),
  record: () => ({ type: 'record' }),
  strictObject: (shape: Definition['shape'] = {}) => ({ type: 'object', shape }),
  string: () => ({ type: 'string' }),
  union: () => ({ type: 'union' }),
  unknown: () => ({ type: 'unknown' }),
  url: () => ({ type: 'string' }),
  _default: (innerType: Schema, defaultValue: unknown) => ({ type: 'default', innerType, defaultValue }),
}

function lately<Maker extends keyof Zod>(maker: Maker): Zod[Maker] {
  const define = definitions[maker] as ((...given: unknown[]) => Definition) | undefined
  // It accepts the arguments of zod's function and returns a value with the same members.
  return (...given: unknown[]) =>
    late({ maker, given, checks: [], definition: define?.(...given) }, () => Reflect.apply(zod()[maker], null, given))
}

export const array = lately('array')
export const boolean = lately('boolean')
export const extend = lately('extend')
export const literal = lately('literal')
export const looseObject = lately('looseObject')
export const nullable = lately('nullable')
export const nullish = lately('nullish')
export const number = lately('number')
export const object = lately('object')
export const optional = lately('optional')
export const pipe = lately('pipe')
export const record = lately('record')
export const strictObject = lately('strictObject')
export const string = lately('string')
export const transform = lately('transform')
export const union = lately('union')
export const unknown = lately('unknown')
export const url = lately('url')
export const _default = lately('_default')
const lateEnum = lately('enum')
const lateInstance = lately('instanceof')
export { lateEnum as enum, lateInstance as instanceof }

export const gte = lately('gte')
export const int = lately('int')
export const lte = lately('lte')
export const maxLength = lately('maxLength')
export const minLength = lately('minLength')
export const refine = lately('refine')
export const regex = lately('regex')
export const trim = lately('trim')

export const safeParse: Zod['safeParse'] = (...given) => zod().safeParse(...given)
export const toJSONSchema: Zod['toJSONSchema'] = ((...given: Parameters<Zod['toJSONSchema']>) =>
  zod().toJSONSchema(...given)) as Zod['toJSONSchema']
