/** The moment in whole Unix seconds, the unit of all timestamps that the platform signs. NaN for an invalid Date. */
export function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
