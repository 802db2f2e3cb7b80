/**
 * The text of a generated file's validators: plain TypeScript without imports, so that any project can contain it. It
 * reads only the parts of JSON Schema that the catalog uses, and allows additional fields everywhere (VER-005).
 */
export const validatorText = `/** A validator for tools that support Standard Schema v1 (standardschema.dev). */
export interface Validator<Output> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => Validated<Output>
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
  }
}

export type Validated<Output> = { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly Issue[] }

export interface Issue {
  readonly message: string
  readonly path: readonly (string | number)[]
}

interface Node {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Node
  readonly items?: Node
  readonly anyOf?: readonly Node[]
  readonly oneOf?: readonly Node[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

type Path = readonly (string | number)[]

function validator<Output>(node: Node): Validator<Output> {
  const validate = (value: unknown): Validated<Output> => {
    const issues = issuesOf(node, value, [])
    return issues.length === 0 ? { value: value as Output } : { issues }
  }
  return { '~standard': { version: 1, vendor: 'svcapp', validate } }
}

function issuesOf(node: Node, value: unknown, path: Path): Issue[] {
  const issue = (message: string): Issue[] => [{ message, path }]
  const shapes = node.anyOf ?? node.oneOf
  if (shapes !== undefined) {
    const tried = shapes.map((shape) => issuesOf(shape, value, path))
    return tried.some((issues) => issues.length === 0) ? [] : (tried[0] ?? [])
  }
  if (node.const !== undefined && value !== node.const) return issue('must be ' + JSON.stringify(node.const))
  if (node.enum !== undefined && !node.enum.includes(value)) return issue('must be one of ' + JSON.stringify(node.enum))
  const kind = kindOf(value)
  const kinds = node.type === undefined ? [kind] : [node.type].flat()
  if (!isOneOf(kinds, kind)) return issue('must be ' + kinds.join(' or ') + ', but is ' + kind)
  if (kind === 'integer' && !kinds.includes('number') && !Number.isSafeInteger(value)) {
    return issue('exceeds the exact range of a number, so it may be rounded (use app types --exact-ids)')
  }
  if (typeof value === 'string') return textIssues(node, value).flatMap(issue)
  if (typeof value === 'number' || typeof value === 'bigint') return numberIssues(node, value).flatMap(issue)
  if (Array.isArray(value)) {
    const { items } = node
    return items === undefined ? [] : value.flatMap((item, at) => issuesOf(items, item, [...path, at]))
  }
  return typeof value === 'object' && value !== null ? fieldIssues(node, value, path) : []
}

function isOneOf(kinds: readonly string[], kind: string): boolean {
  return kinds.includes(kind) || (kind === 'integer' && kinds.includes('number')) || (kind === 'bigint' && kinds.includes('integer'))
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value
}

function textIssues({ pattern, minLength = 0, maxLength = Infinity }: Node, text: string): string[] {
  return [
    ...(text.length < minLength ? ['must have a length of at least ' + minLength] : []),
    ...(text.length > maxLength ? ['must have a length of at most ' + maxLength] : []),
    ...(pattern !== undefined && !new RegExp(pattern, 'u').test(text) ? ['must match ' + pattern] : []),
  ]
}

function numberIssues({ minimum = -Infinity, maximum = Infinity }: Node, value: number | bigint): string[] {
  return [
    ...(value < minimum ? ['must be at least ' + minimum] : []),
    ...(value > maximum ? ['must be at most ' + maximum] : []),
  ]
}

function fieldIssues({ properties = {}, required = [], additionalProperties }: Node, value: object, path: Path): Issue[] {
  const missing = required.filter((name) => !Object.hasOwn(value, name))
  const inner = Object.entries(value).flatMap(([name, field]) => {
    const node = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    return typeof node === 'object' && field !== undefined ? issuesOf(node, field, [...path, name]) : []
  })
  return [...missing.map((name) => ({ message: 'is missing', path: [...path, name] })), ...inner]
}
`

/** The text of a function that reads a body without losing a digit of an id. */
export const parseJsonText = `type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

/**
 * Parses JSON without rounding integers. An integer that a number cannot represent exactly becomes a bigint, if JSON.parse
 * passes the source text (Node 22, Chrome 114, Bun, Deno). In other runtimes, the validators reject it.
 */
export function parseJson(text: string): unknown {
  const exact: Reviver = (_key, value, context) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\\d+$/.test(context?.source ?? '') ? BigInt(context?.source ?? 0) : value
  return JSON.parse(text, exact)
}`
