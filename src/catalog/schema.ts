/**
 * The only door to zod (the linter says so). What is declared here looks like a schema of zod and is one from its first use on: a resource of the catalog declares
 * dozens, a call uses three, and making one of them takes a tenth of a millisecond at start.
 */
import * as zod from 'zod/mini'

export { safeParse, toJSONSchema } from 'zod/mini'
export type { core, input, output, ZodMiniType } from 'zod/mini'

type Schema = zod.ZodMiniType

/** What a schema says of itself, as far as anything of ours reads it; zod keeps it in `_zod`. Which members there are follows from `type`. */
export interface Definition {
  readonly type: string
  /** What may be left out, be null or have a default. */
  readonly innerType?: Schema
  readonly defaultValue?: unknown
  /** The members of an object. */
  readonly shape?: Readonly<Record<string, Schema>>
  /** The values of an enum. */
  readonly entries?: Readonly<Record<string, string>>
  /** An item of a list. */
  readonly element?: Schema
}

export function definitionOf(schema: Schema): Definition {
  // zod types the definition of the base class only.
  return schema._zod.def
}

/** Without what is wrapped around it: optional, nullable, default. */
export function innermost(schema: Schema): Definition {
  let definition = definitionOf(schema)
  while (definition.innerType !== undefined) definition = definitionOf(definition.innerType)
  return definition
}

/** Whether a member with this schema must be there. */
export function isRequired(schema: Schema): boolean {
  return schema._zod.optin === undefined
}

let madeOf: (late: LateSchema) => Schema

/** Zod reads of a schema that lies inside of another only what stands behind `_zod`. */
class LateSchema {
  static {
    madeOf = (late) => late.#schema
  }

  readonly #make: () => Schema
  #made: Schema | undefined

  constructor(make: () => Schema) {
    this.#make = make
  }

  get #schema(): Schema {
    return (this.#made ??= this.#make())
  }

  get _zod(): Schema['_zod'] {
    const { _zod: value } = this.#schema
    // A member of its own from now on: the emulator reads it for each field of each request.
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
    return late(() => this.#schema.check(...checks))
  }
}

/** Members that hardly anybody asks for; test/catalog/schema.test.ts names the one that is missing. */
for (const name of ['apply', 'brand', 'clone', 'parseAsync', 'register', 'safeParseAsync', 'shape', 'with']) {
  Object.defineProperty(LateSchema.prototype, name, {
    get(this: LateSchema): unknown {
      return Reflect.get(madeOf(this), name)
    },
  })
}

/** What a maker of zod makes, made when it is first looked at. */
function late<S>(make: () => S): S {
  // It has each member of the other; test/catalog/schema.test.ts holds both against each other.
  return new LateSchema(make as unknown as () => Schema) as unknown as S
}

function lately<Make extends (...given: never[]) => unknown>(make: Make): Make {
  return ((...given: Parameters<Make>) => late(() => make(...given))) as unknown as Make
}

export const array = lately(zod.array)
export const boolean = lately(zod.boolean)
export const extend = lately(zod.extend)
export const literal = lately(zod.literal)
export const looseObject = lately(zod.looseObject)
export const nullable = lately(zod.nullable)
export const nullish = lately(zod.nullish)
export const number = lately(zod.number)
export const object = lately(zod.object)
export const optional = lately(zod.optional)
export const pipe = lately(zod.pipe)
export const record = lately(zod.record)
export const strictObject = lately(zod.strictObject)
export const string = lately(zod.string)
export const transform = lately(zod.transform)
export const union = lately(zod.union)
export const unknown = lately(zod.unknown)
export const url = lately(zod.url)
export const _default = lately(zod._default)
const lateEnum = lately(zod.enum)
const lateInstance = lately(zod.instanceof)
export { lateEnum as enum, lateInstance as instanceof }

export const gte = lately(zod.gte)
export const int = lately(zod.int)
export const lte = lately(zod.lte)
export const maxLength = lately(zod.maxLength)
export const minLength = lately(zod.minLength)
export const refine = lately(zod.refine)
export const regex = lately(zod.regex)
export const trim = lately(zod.trim)
