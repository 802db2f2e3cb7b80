import { valueAt } from '../../text/paths.ts'
import type { Call } from '../send/call.ts'

/**
 * Reports orders that several regions of one call list. An order without a region belongs to each of them (B50), and a program
 * that sums up the rows would count it again. Other rows in two regions, such as a product, have a price per region.
 */
export function watchRepeats({ facts, options }: Call) {
  const isWatched = facts.id === 'orders.list' && options.isFanOut
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  return {
    /** `part` distinguishes the regions. */
    see(rows: readonly unknown[], part: number): void {
      if (!isWatched) return
      for (const row of rows) {
        const id = String(valueAt(row, 'id'))
        const first = places.get(id)
        if (first === undefined) places.set(id, part)
        else if (first !== part) repeated.add(id)
      }
    },
    report(note: (line: string) => void): void {
      if (repeated.size === 0) return
      const [orders, verb] = repeated.size === 1 ? ['1 order', 'is'] : [`${repeated.size} orders`, 'are']
      note(
        `${orders} without a region ${verb} listed once for each region. To count each order once, run \`app call orders report\`.`,
      )
    },
  }
}
