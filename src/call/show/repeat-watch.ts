import { valueAt } from '../../text/paths.ts'
import { isFanOut, type PendingCall } from '../send/pending-call.ts'

/**
 * Notices orders that several regions of one call list: an order without a region belongs to each of them (B50), and a program that adds up over the rows would count
 * it again. What else two regions list, such as a product, has its own price in each.
 */
export function watchRepeats(call: PendingCall) {
  const isWatched = call.facts.id === 'orders.list' && isFanOut(call)
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  return {
    /** `part` tells the regions apart. */
    see(part: number, rows: readonly unknown[]): void {
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
        `${orders} without a region ${verb} listed once for each region: \`app call orders report\` counts each once.`,
      )
    },
  }
}
