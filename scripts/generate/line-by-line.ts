/**
 * JSON with a line for each member down to `depth` levels and none below: what changed is seen in a diff, and indented to the end the files take 3 kB more of
 * the package.
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
