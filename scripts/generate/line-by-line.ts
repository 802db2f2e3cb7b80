/**
 * Formats JSON with a line per member down to `depth` levels, so that a diff shows each change.
 * Fully indented, the files would add 3 kB to the package.
 */
export function lineByLine(value: unknown, depth = 3): string {
  return `${written(value, depth, '')}\n`
}

function written(value: unknown, depth: number, indent: string): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  const inner = `${indent} `
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${inner}${JSON.stringify(name)}: ${written(member, depth - 1, inner)}`)
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`
}
