/** A part of a manifest that a review is about (APP-026, APP-027). */
export type PanelPart = 'appUrl' | 'slots'

/**
 * The parts that return a published app to review if its manifest changes so. The order of fields in the JSON and the spelling of the address do not
 * count. No manifest is one without panel; text that is no manifest is like nothing else.
 */
export function panelChanges(before: unknown, after: unknown): PanelPart[] {
  const [then, now] = [partsOf(before), partsOf(after)]
  return (['appUrl', 'slots'] as const).filter((part) => then[part] !== now[part])
}

function partsOf(manifest: unknown): Readonly<Record<PanelPart, string>> {
  const json = typeof manifest === 'string' ? manifest : '{}'
  try {
    // JSON that is no object lands in the catch, or has neither field.
    const { appUrl, slots } = JSON.parse(json) as { appUrl?: unknown; slots?: unknown }
    return {
      appUrl: JSON.stringify(address(appUrl)),
      slots: JSON.stringify(Array.isArray(slots) ? slots.map(slotFacts) : (slots ?? [])),
    }
  } catch {
    return { appUrl: json, slots: json }
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
