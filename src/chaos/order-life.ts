import type { OrderOperation } from '../control/contract.ts'

/** `place-paid` places it and pays immediately. */
export type OrderStep = 'place' | 'place-paid' | OrderOperation

/** Possible lives of an order, all equally likely. */
const lives: readonly [readonly OrderStep[], ...(readonly OrderStep[])[]] = [
  ['place-paid'],
  ['place-paid', 'process', 'ship', 'deliver'],
  ['place-paid', 'refund'],
  ['place', 'pay'],
  ['place', 'pay', 'process', 'ship'],
  ['place', 'cancel'],
]

/** Returns the life for a number from 0 to below 1. */
export function orderLife(chance: number): readonly OrderStep[] {
  return lives[Math.floor(chance * lives.length)] ?? lives[0]
}
