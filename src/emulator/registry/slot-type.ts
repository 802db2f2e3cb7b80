import { slotTypes, type SlotType } from '../../catalog/slots.ts'

export function isSlotType(value: unknown): value is SlotType {
  return slotTypes.some((type) => type === value)
}
