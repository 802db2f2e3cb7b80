/** A part of a manifest that needs a review (APP-026, APP-027). */
export type PanelPart = 'appUrl' | 'slots'

/**
 * Returns the changed parts that send a published app back to review. The order of JSON fields and the spelling of the
 * URL do not count. A missing manifest equals one without a panel; invalid text differs from everything.
 */
export function panelChanges(before: unknown, after: unknown): PanelPart[] {
  const [then, now] = [partsOf(before), partsOf(after)]
  return (['appUrl', 'slots'] as const).filter((part) => then[part] !== now[part])
}

function partsOf(manifest: unknown): Readonly<Record<PanelPart, string>> {
  const json = typeof manifest === 'string' ? manifest : '{}'
  try {
    // JSON that is not an object throws, or has neither field.
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
