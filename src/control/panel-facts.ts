/**
 * What a review is about (APP-026, APP-027): the panel's address and the slots in their order, as text that is equal when they mean the same, whatever the
 * order of fields in the JSON and the writing of the address. Text that is not a manifest stands for itself.
 */
export function panelFacts(json: string | null): string {
  if (json === null) return panelFacts('{}')
  try {
    // What is not an object falls to the catch, or has neither field.
    const { appUrl, slots } = JSON.parse(json) as { appUrl?: unknown; slots?: unknown }
    return JSON.stringify([address(appUrl), Array.isArray(slots) ? slots.map(slotFacts) : (slots ?? [])])
  } catch {
    return json
  }
}

function address(appUrl: unknown): unknown {
  return typeof appUrl === 'string' ? (URL.parse(appUrl)?.href ?? appUrl) : (appUrl ?? null)
}

function slotFacts(slot: unknown): unknown {
  if (typeof slot !== 'object' || slot === null) return slot
  const { type = null, path = null, label = null } = slot as Readonly<Record<string, unknown>>
  return [type, path, label]
}
