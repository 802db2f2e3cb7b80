/** A variant's combination, `{"color":"red"}`, as people write it. Only the emulator writes the column. */
export function combinationWords(json: string): string {
  return Object.entries(JSON.parse(json) as Record<string, unknown>)
    .map(([axis, value]) => `${axis}: ${String(value)}`)
    .join(', ')
}
