import { SymbolFlags, TypeFlags, type Checker, type Symbol, type Type } from 'typescript/unstable/sync'

/** A JSON Schema of draft 2020-12, limited to what types need. */
export type Schema = {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly (string | number | boolean)[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema
  readonly anyOf?: readonly Schema[]
}

/** Result of JSON.stringify for a value of these classes. */
const madeOf: Readonly<Record<string, Schema>> = {
  Date: { type: 'string', format: 'date-time' },
  URL: { type: 'string', format: 'uri' },
  ExactNumber: { type: 'number' },
}

/** Any JSON from outside, such as an event's payload. */
const FOREIGN: Schema = { description: 'Any JSON from an external source, unchanged.' }

export interface TypeSchemas {
  /** Returns the schema of JSON.stringify's result for a value of the type. Throws for a type that cannot be JSON. */
  readonly schemaOf: (type: Type) => Schema
  /** Returns the schemas that other schemas refer to, by name. */
  readonly definitions: () => Readonly<Record<string, Schema>>
}

/** Converts types to schemas: an interface or an object alias becomes a definition, every other type is inlined. */
export function typeSchemas(checker: Checker): TypeSchemas {
  const names = new Map<number, string>()
  const definitions = new Map<string, Schema>()

  const schemaOf = (type: Type): Schema => {
    if (type.isUnionType()) return ofUnion(type)
    const { flags } = type
    if (type.isStringLiteralType() || type.isNumberLiteralType() || type.isBooleanLiteralType())
      return ofLiterals([type.value])
    if (flags & TypeFlags.StringLike) return { type: 'string' }
    if (flags & TypeFlags.NumberLike) return { type: 'number' }
    if (flags & TypeFlags.BooleanLike) return { type: 'boolean' }
    if (flags & TypeFlags.Null) return { type: 'null' }
    if (flags & TypeFlags.AnyOrUnknown) return FOREIGN
    if (flags & TypeFlags.NonPrimitive) return { type: 'object' }
    if (flags & (TypeFlags.Object | TypeFlags.Intersection)) return ofObject(type)
    throw new Error(`No JSON is known for the type ${checker.typeToString(type)}.`)
  }

  const ofUnion = (type: Type & { readonly getTypes: () => readonly Type[] }): Schema => {
    const types = type.getTypes().filter((one) => !isUndefined(one))
    const own = types.length < type.getTypes().length ? null : aliasOf(type)
    return own === null ? eitherOf(types) : defined(type, own, () => eitherOf(types))
  }

  const eitherOf = (types: readonly Type[]): Schema => {
    const [only] = types
    if (only !== undefined && types.length === 1) return schemaOf(only)
    const literals = types.flatMap((one) =>
      one.isStringLiteralType() || one.isNumberLiteralType() || one.isBooleanLiteralType() ? [one.value] : [],
    )
    const others = types.filter((one) => !one.isLiteralType()).map(schemaOf)
    return either([...(literals.length === 0 ? [] : [ofLiterals(literals)]), ...others])
  }

  const ofObject = (type: Type): Schema => {
    const name = type.getSymbol()?.name ?? ''
    const known = madeOf[name]
    if (known !== undefined) return known
    if (checker.isTupleType(type)) return { type: 'array', items: either(argumentsOf(checker, type).map(schemaOf)) }
    if (checker.isArrayType(type) || checker.isArrayLikeType(type)) {
      const [item] = argumentsOf(checker, type)
      if (item === undefined) throw new Error(`No items are known of ${checker.typeToString(type)}.`)
      return { type: 'array', items: schemaOf(item) }
    }
    const own = nameOf(type)
    return own === null ? membersOf(type) : defined(type, own, () => membersOf(type))
  }

  /** Returns a reference to a type's definition, which is created once. Its members may refer back to it. */
  const defined = (type: Type, own: string, make: () => Schema): Schema => {
    const given = names.get(type.id) ?? freeName(own)
    const schema = { $ref: `#/$defs/${given}` }
    if (names.has(type.id)) return schema
    names.set(type.id, given)
    definitions.set(given, {})
    definitions.set(given, make())
    return schema
  }

  const membersOf = (type: Type): Schema => {
    const members = checker.getPropertiesOfType(type).flatMap((member) => memberOf(member))
    const [index] = checker.getIndexInfosOfType(type)
    const required = members.filter(({ isOptional }) => !isOptional).map(({ name }) => name)
    return {
      type: 'object',
      ...(members.length > 0 && { properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])) }),
      ...(required.length > 0 && { required }),
      ...(index !== undefined && { additionalProperties: schemaOf(index.valueType) }),
    }
  }

  const memberOf = (member: Symbol) => {
    const type = checker.getTypeOfSymbol(member)
    if (type === undefined) throw new Error(`No type is known of ${member.name}.`)
    if (isFunction(checker, type)) return []
    const isOptional =
      (member.flags & SymbolFlags.Optional) !== 0 || (type.isUnionType() && type.getTypes().some(isUndefined))
    const about = member.getDocumentationComment(checker).replaceAll(/\s+/g, ' ').trim()
    const schema = schemaOf(type)
    return [{ name: member.name, isOptional, schema: about === '' ? schema : { ...schema, description: about } }]
  }

  const freeName = (name: string): string => {
    for (let at = 1; ; at++) {
      const tried = at === 1 ? name : `${name}${at}`
      if (!definitions.has(tried)) return tried
    }
  }

  return { schemaOf, definitions: () => Object.fromEntries(definitions) }
}

function aliasOf(type: Type): string | null {
  const alias = type.getAliasSymbol()
  return alias === undefined || type.getAliasTypeArguments().length > 0 ? null : alias.name
}

/** Returns the type's name if it has one and no parameters. */
function nameOf(type: Type): string | null {
  if (type.getAliasSymbol() !== undefined) return aliasOf(type)
  const symbol = type.getSymbol()
  if (symbol === undefined || symbol.name.startsWith('_')) return null
  return type.isTypeReference() && !type.isClassOrInterface() ? null : symbol.name
}

function argumentsOf(checker: Checker, type: Type): readonly Type[] {
  if (type.isTypeReference()) return checker.getTypeArguments(type)
  const [index] = checker.getIndexInfosOfType(type)
  return index === undefined ? [] : [index.valueType]
}

function isUndefined({ flags }: Type): boolean {
  return (flags & TypeFlags.VoidLike) !== 0
}

function isFunction(checker: Checker, type: Type): boolean {
  return (type.flags & TypeFlags.Object) !== 0 && checker.getSignaturesOfType(type, 0).length > 0
}

const typeOfValue = { string: 'string', number: 'number', boolean: 'boolean' } as const

function ofLiterals(values: readonly (string | number | boolean)[]): Schema {
  const sorted = [...new Set(values)]
  if (sorted.length === 2 && sorted.every((value) => typeof value === 'boolean')) return { type: 'boolean' }
  const types = [...new Set(sorted.map((value) => typeOfValue[typeof value as 'string']))]
  return { type: types.length === 1 ? (types[0] ?? 'string') : types, enum: sorted }
}

/** Returns a schema for one of several. Plain types become one list of names. */
function either(schemas: readonly Schema[]): Schema {
  const unique = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  const [only] = unique
  if (only !== undefined && unique.length === 1) return only
  const plain = unique.filter((schema) => Object.keys(schema).join() === 'type')
  const rest = unique.filter((schema) => !plain.includes(schema))
  const types = plain.flatMap(({ type }) => type ?? [])
  const [single] = rest
  // `null` next to one other type: both names go into one list, and an enum also accepts null.
  if (single !== undefined && rest.length === 1 && single.enum === undefined && single.type !== undefined)
    return { ...single, type: [...[single.type].flat(), ...types] }
  if (types.length === 0) return { anyOf: rest }
  const named: Schema = { type: types.length === 1 ? (types[0] ?? 'null') : types }
  return rest.length === 0 ? named : { anyOf: [...rest, named] }
}
