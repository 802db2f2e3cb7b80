const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const

/** `6m`, `1h30m`, `1s500ms`: as a length of time is typed. Of a whole number of ms from 0 on. */
export function lengthOfTime(ms: number): string {
  let rest = ms
  const parts = units.map(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? '' : `${count}${unit}`
  })
  return parts.join('') || '0s'
}
