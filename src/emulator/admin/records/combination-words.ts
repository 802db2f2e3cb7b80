/** Formats a variant's combination, such as `{"color":"red"}`, as readable text. Only the emulator writes the column. */
export function combinationWords(json: string): string {
  return Object.entries(JSON.parse(json) as Record<string, unknown>)
    .map(([axis, value]) => `${axis}: ${String(value)}`)
    .join(', ')
}
