import type { ObservedTraffic } from '../../chaos/breakage.ts'
import type { ChaosReport } from '../../chaos/report.ts'

export function countsOf({ deliveries, attempts, requests }: ObservedTraffic): ChaosReport['counts'] {
  return { deliveries: deliveries.length, attempts: attempts.length, calls: requests.length }
}
