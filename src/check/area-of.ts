/** The area of a check: `signature` of `signature.window`. */
export function areaOf(id: string): string {
  return id.slice(0, id.indexOf('.'))
}
