import { parseSync } from 'rolldown/utils'

/** Static members of a command that oclif.manifest.json also has. A packed program reads them there and never from the class. */
const inManifest = new Set(['summary', 'description', 'examples'])

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly static?: boolean
  readonly key?: { readonly name?: string }
  readonly value?: unknown
  readonly expressions?: readonly unknown[]
  readonly elements?: readonly unknown[]
  readonly properties?: readonly { readonly value?: unknown }[]
}

/** Returns the command without the constant texts that the manifest has. */
export function leanCommand(code: string): string {
  const cuts: Node[] = []
  JSON.stringify(parseSync('command.js', code).program, (_, value: unknown) => {
    if (isNode(value) && isManifestText(value)) cuts.push(value)
    return typeof value === 'bigint' ? String(value) : value
  })
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^;/, ''), code)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function isManifestText({ type, static: isStatic, key, value }: Node): boolean {
  return type === 'PropertyDefinition' && isStatic === true && inManifest.has(key?.name ?? '') && isConstant(value)
}

function isConstant(node: unknown): boolean {
  if (!isNode(node)) return false
  const { type, expressions, elements, properties } = node
  if (expressions !== undefined) return expressions.length === 0
  const parts = elements ?? properties?.map(({ value }) => value)
  return parts === undefined ? type === 'Literal' : parts.every(isConstant)
}
