import type { Slot, SlotType } from '../../protocol/manifest-slots.ts'
import type { Manifest } from '../../protocol/manifest.ts'
import { panelAddress, slotAddress } from '../../protocol/panel-address.ts'
import { prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import type { EntityType, Frame, ServiceInit } from '../panel/frame.ts'
import type { SelectedStore } from '../panel/panel-session.ts'
import { hintsOf } from '../panel/slots.ts'
import type { Choice } from './choice.ts'

/** Returns the slots that the preview can show: the panel, which exists even without a slot, and the slots in the manifest. */
export function previewSlots({ slots }: Manifest): readonly SlotType[] {
  return [...new Set<SlotType>(['fullpage', ...slots.map(({ type }) => type)])]
}

export interface FrameFacts {
  readonly context: EmulatorContext
  readonly place: SelectedStore
  readonly appKey: string
  readonly appName: string
  readonly manifest: Manifest
  readonly choice: Choice
}

/** Creates the admin's frame with the chosen changes, or null if the app lacks the slot. Only the panel uses `token`. */
export function previewFrame(facts: FrameFacts, token: string | null): Frame | null {
  const { manifest, choice, appKey, appName } = facts
  const slot = manifest.slots.find(({ type }) => type === choice.surface)
  if (slot === undefined && choice.surface !== 'fullpage') return null
  const hasBridge = choice.surface !== 'storefront-block'
  return {
    title: slot === undefined || choice.surface === 'fullpage' ? appName : slot.label,
    src: frameAddress(manifest, slot, token),
    height: entityType(choice.surface) === null ? 'fixed' : 'auto',
    init: hasBridge ? { pluginKey: appKey, locale: choice.locale, storeContext: storeContext(facts) } : null,
  }
}

/** Returns the frame's URL with another token, for a program that sends requests like a browser. */
export function frameAddress(manifest: Manifest, slot: Slot | undefined, token: string | null): string {
  if (slot !== undefined && slot.type !== 'fullpage') return slotAddress(manifest, slot)
  if (token !== null) return panelAddress({ manifest, embedToken: token })
  return slotAddress(manifest, slot ?? { type: 'fullpage', path: '', label: '' })
}

function storeContext({ context, place, choice }: FrameFacts): ServiceInit['storeContext'] {
  if (choice.surface === 'fullpage') return {}
  const hints = { ...hintsOf(place, choice.surface), uiLocale: choice.locale }
  const spoken = choice.content === null ? hints : { ...hints, contentLocale: choice.content }
  const entity = entityType(choice.surface)
  const full =
    entity === null
      ? spoken
      : { ...spoken, entityType: entity, entityId: choice.record ?? newestRecord(context, place, entity) ?? 0 }
  return choice.hints === 'forged' ? { ...full, storeId: FORGED_ID, regionId: FORGED_ID } : full
}

/** No store or region has this id, because the emulator counts from one. */
const FORGED_ID = 999_999_999

/** Returns the kind of record whose page contains a detail slot, or null for any other slot. */
export function entityType(surface: SlotType): EntityType | null {
  return surface === 'order-detail' || surface === 'customer-detail' || surface === 'product-detail'
    ? entities[surface]
    : null
}

const entities = { 'order-detail': 'order', 'customer-detail': 'customer', 'product-detail': 'product' } as const

const newest: Readonly<Record<EntityType, string>> = {
  order: 'SELECT id FROM orders WHERE region_id = ? OR region_id IS NULL ORDER BY id DESC LIMIT 1',
  customer: 'SELECT id FROM customers WHERE ? > 0 ORDER BY id DESC LIMIT 1',
  product: "SELECT id FROM products WHERE ? > 0 AND status <> 'D' ORDER BY id DESC LIMIT 1",
}

function newestRecord(context: EmulatorContext, { store, region }: SelectedStore, entity: EntityType): number | null {
  const row = prepared(context.storeDb(store.id), newest[entity]).get(region.id)
  return row === undefined ? null : Number(row['id'])
}
