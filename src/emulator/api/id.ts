/** The id that a text of digits names; null when no id can be that large, so that nothing is found. */
export function idOf(digits: string): number | null {
  const id = Number(digits)
  return Number.isSafeInteger(id) ? id : null
}
