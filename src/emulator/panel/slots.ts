import { html } from 'hono/html'

import type { Slot, SlotType } from '../../protocol/manifest-slots.ts'
import { slotAddress } from '../../protocol/panel-address.ts'
import type { EmulatorContext } from '../context.ts'
import type { Html } from '../pages/page.ts'
import { livingInstalls } from '../platform/installs.ts'
import { panelManifest } from '../platform/manifest.ts'
import { mayHaveSlot } from '../platform/may-have-slot.ts'
import {
  frameNeeds,
  frameOf,
  UI_LOCALE,
  type EntityType,
  type Frame,
  type FrameNeeds,
  type StoreContext,
} from './frame.ts'
import { panelSession, type SelectedStore } from './panel-session.ts'

/** Rendered slots of a page; empty if no app has a slot. */
export interface DrawnSlots {
  readonly body: Html | ''
  /** Requirements of the slots. Spread them into the page, with the page's own scripts. */
  readonly needs: (scripts?: readonly string[]) => FrameNeeds
}

/**
 * Renders the detail slots on the page of an order, a customer or a product, each with its label. The
 * address contains no token or id: only `storeContext` identifies the entity (BRIDGE-010 to BRIDGE-021).
 */
export function detailSlots(
  context: EmulatorContext,
  place: SelectedStore,
  entity: { type: EntityType; id: number },
): DrawnSlots {
  const surface = `${entity.type}-detail` as const
  const hints = { ...hintsOf(place, surface), entityType: entity.type, entityId: entity.id }
  return draw(
    slotsIn(context, place, surface).map(({ appKey, slot, src }) => ({
      title: slot.label,
      src,
      height: 'auto',
      init: { pluginKey: appKey, locale: UI_LOCALE, storeContext: hints },
    })),
  )
}

/** Renders the storefront blocks on a region's home page. They have no bridge, which only the admin has (C43). */
export function storefrontBlocks(context: EmulatorContext, place: SelectedStore): DrawnSlots {
  return draw(
    slotsIn(context, place, 'storefront-block').map(({ slot, src }) => ({
      title: slot.label,
      src,
      height: 'fixed',
      init: null,
    })),
  )
}

/** Returns an app's settings slot as a frame, or null if it has none, is not installed, or its panel cannot open. */
export function settingsFrame(context: EmulatorContext, place: SelectedStore, appKey: string): Frame | null {
  const found = slotsIn(context, place, 'settings').find((one) => one.appKey === appKey)
  if (found === undefined) return null
  return {
    title: found.slot.label,
    src: found.src,
    height: 'fixed',
    init: { pluginKey: appKey, locale: UI_LOCALE, storeContext: hintsOf(place, 'settings') },
  }
}

interface FoundSlot {
  readonly appKey: string
  readonly slot: Slot
  readonly src: string
}

/** Returns the slots of one type, of apps that are installed in the region or store-wide and whose panel can open there. */
function slotsIn(context: EmulatorContext, { store, region }: SelectedStore, type: SlotType): FoundSlot[] {
  const keys = mayHaveSlot(context, store.id, type)
  if (keys.size === 0) return []
  return livingInstalls(context, store.id)
    .filter(({ appKey, regionId }) => keys.has(appKey) && (regionId === null || regionId === region.id))
    .flatMap(({ appKey }) => {
      const session = panelSession(context, store, appKey)
      const manifest = session && panelManifest(context, session.app.admin_manifest_json)
      if (!manifest) return []
      const slots = manifest.slots.filter((slot) => slot.type === type)
      return slots.map((slot) => ({ appKey, slot, src: slotAddress(manifest, slot) }))
    })
}

/** Returns the `storeContext` of a store and region, without an entity. */
export function hintsOf({ store, region }: SelectedStore, surface: SlotType): StoreContext {
  return {
    surface,
    storeId: store.id,
    regionId: region.id,
    currencyCode: region.currencyCode,
    uiLocale: UI_LOCALE,
    contentLocale: region.languageCode,
  }
}

function draw(frames: readonly Frame[]): DrawnSlots {
  const needs = (scripts?: readonly string[]) => frameNeeds(frames, scripts)
  if (frames.length === 0) return { body: '', needs }
  const parts = frames.map(
    (frame) =>
      html`<section class="slot">
        <h2>${frame.title}</h2>
        ${frameOf(frame)}
      </section>`,
  )
  return { body: html`${parts}`, needs }
}
