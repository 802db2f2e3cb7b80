/** Compares two versions by major, minor and patch; text around the three numbers is ignored. */
export function isNewer(version: string, than: string): boolean {
  const [theirs, ours] = [version, than].map((text) => text.match(/\d+/g)?.map(Number) ?? [])
  const at = [0, 1, 2].find((place) => (theirs?.[place] ?? 0) !== (ours?.[place] ?? 0))
  return at !== undefined && (theirs?.[at] ?? 0) > (ours?.[at] ?? 0)
}
