import type { CommandSchemas } from '../../../src/tasks/commands/command-schemas.ts'

/** Moves each definition that is used once to its place of use. Only shared and recursive definitions keep a name. */
export function inlineOnce(schemas: CommandSchemas): CommandSchemas {
  const text = JSON.stringify(schemas)
  const counts = new Map<string, number>()
  for (const [, name = ''] of text.matchAll(/"#\/\$defs\/(\w+)"/g)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const { $defs } = schemas
  const isShared = (name: string) => (counts.get(name) ?? 0) !== 1 || JSON.stringify($defs[name]).includes(`/${name}"`)
  const open = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(open)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...rest } = value as Record<string, unknown>
    const name = typeof $ref === 'string' ? $ref.slice('#/$defs/'.length) : null
    const members = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, open(one)]))
    if (name === null) return members
    if (isShared(name)) return { $ref, ...members }
    return { ...(open($defs[name]) as object), ...members }
  }
  const { $defs: _, ...rest } = schemas
  const kept = Object.keys($defs).filter(isShared).toSorted()
  return {
    ...(open(rest) as Omit<CommandSchemas, '$defs'>),
    $defs: Object.fromEntries(kept.map((name) => [name, open($defs[name])])) as CommandSchemas['$defs'],
  }
}
