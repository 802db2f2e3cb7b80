/**
 * What the sources make schemas with. What is declared here looks like a schema of zod and is one from the first value on that is held against it: a resource
 * of the catalog declares dozens, a call uses three, and most calls need to know only what was declared (`definitionOf`, schema/fits.ts), for which nothing of zod is loaded.
 */
import { zod, type Zod, type ZodMiniType } from './schema/zod.ts'

export type { core, input, output, ZodMiniType } from './schema/zod.ts'

type Schema = ZodMiniType

/** What a schema says of itself, as far as anything of ours reads it. Which members there are follows from `type`. */
export interface Definition {
  readonly type: string
  /** What may be left out, be null or have a default. */
  readonly innerType?: Schema
  readonly defaultValue?: unknown
  /** Members of an object. */
  readonly shape?: Readonly<Record<string, Schema>>
  /** The values of an enum. */
  readonly entries?: Readonly<Record<string, string>>
  /** An item of a list. */
  readonly element?: Schema
}

/** As it was declared; of what is hardly ever asked for, as zod has it. */
export function definitionOf(schema: Schema): Definition {
  // zod types the definition of the base class only.
  return declarationOf(schema)?.definition ?? schema._zod.def
}

/** Without what is wrapped around it: optional, nullable, default. */
export function innermost(schema: Schema): Definition {
  let definition = definitionOf(schema)
  while (definition.innerType !== undefined) definition = definitionOf(definition.innerType)
  return definition
}

/** Whether a member with this schema must be there. */
export function isRequired(schema: Schema): boolean {
  const { definition, given = [] } = declarationOf(schema) ?? {}
  if (definition === undefined) return schema._zod.optin === undefined
  const { type, innerType } = definition
  if (type === 'union') return (given[0] as readonly Schema[]).every(isRequired)
  return type === 'nullable' && innerType !== undefined
    ? isRequired(innerType)
    : type !== 'optional' && type !== 'default'
}

/** How a schema was declared. */
export interface Declaration {
  readonly maker: keyof Zod
  /** What the maker was given. */
  readonly given: readonly unknown[]
  /** What `.check()` was given since, and `given` of a check itself is in it. */
  readonly checks: readonly Declaration[]
  /** Undefined where only zod knows. */
  readonly definition: Definition | undefined
}

/** Undefined for a schema that zod itself made. */
export function declarationOf(schema: Schema): Declaration | undefined {
  return schema instanceof LateSchema ? declared(schema) : undefined
}

let declared: (late: LateSchema) => Declaration
let madeOf: (late: LateSchema) => Schema

/** Zod reads of a schema that lies inside of another only what stands behind `_zod`. */
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
    // An own member from now on: the emulator reads it for each field of each request.
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

/** A check that zod itself made, or a function. */
const unknownCheck: Declaration = { maker: 'refine', given: [], checks: [], definition: undefined }

/** Members that hardly anybody asks for; test/catalog/schema.test.ts names the one that is missing. */
for (const name of ['apply', 'brand', 'clone', 'parseAsync', 'register', 'safeParseAsync', 'shape', 'with']) {
  Object.defineProperty(LateSchema.prototype, name, {
    get(this: LateSchema): unknown {
      return Reflect.get(madeOf(this), name)
    },
  })
}

/** What a maker of zod makes, made when it is first looked at. */
function late<S>(declaration: Declaration, make: () => S): S {
  // It has each member of the other; test/catalog/schema.test.ts holds both against each other.
  return new LateSchema(declaration, make as unknown as () => Schema) as unknown as S
}

type Define = (...given: never[]) => Definition

/** What the makers define; test/catalog/schema.test.ts holds it against what zod says of each schema of the catalog. */
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
  // It takes what zod's maker takes and makes what has the members of what that makes.
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
