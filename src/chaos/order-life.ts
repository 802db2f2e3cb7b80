import type { OrderOperation } from '../control/contract.ts'

/** `place-paid` places it and pays at once. */
export type OrderStep = 'place' | 'place-paid' | OrderOperation

/** What may become of an order, each as likely as the others. */
const lives: readonly [readonly OrderStep[], ...(readonly OrderStep[])[]] = [
  ['place-paid'],
  ['place-paid', 'process', 'ship', 'deliver'],
  ['place-paid', 'refund'],
  ['place', 'pay'],
  ['place', 'pay', 'process', 'ship'],
  ['place', 'cancel'],
]

/** The life that a number from 0 to below 1 chooses. */
export function orderLife(chance: number): readonly OrderStep[] {
  return lives[Math.floor(chance * lives.length)] ?? lives[0]
}
