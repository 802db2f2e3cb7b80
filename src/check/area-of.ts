/** Returns the area of a check: `signature` for `signature.window`. */
export function areaOf(id: string): string {
  return id.slice(0, id.indexOf('.'))
}
