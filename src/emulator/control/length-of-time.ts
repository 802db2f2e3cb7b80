const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const

/** Formats a whole number of ms (0 or more) as users type a duration: `6m`, `1h30m`, `1s500ms`. */
export function lengthOfTime(ms: number): string {
  let rest = ms
  const parts = units.map(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? '' : `${count}${unit}`
  })
  return parts.join('') || '0s'
}
