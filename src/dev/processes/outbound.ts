import { startOutbound, type Outbound } from '../../gateway/outbound.ts'
import type { Target } from '../../project/targets.ts'
import type { Stage } from '../stage.ts'
import { portHolder } from './gateway.ts'
import { keepInstall, type KeepTools } from './keep-install.ts'

export interface OutboundWatch extends KeepTools {
  readonly target: Target
  /** Called when the app has exchanged a code. */
  readonly onInstalled: () => void
}

/** Starts the side of the gateway by which the app reaches the platform. */
export async function openOutbound(stage: Stage, watch: OutboundWatch): Promise<Outbound> {
  const outbound = await startOutbound({
    port: stage.options.ports.outbound,
    baseUrl: watch.target.baseUrl,
    journal: watch.journal,
    now: stage.tools.now,
    clock: () => performance.now(),
    holder: portHolder,
    onCall: ({ method, path, pin, status, ms, note }) =>
      stage.emit({ event: 'call', method, path, pin, status, ms, note }),
    onExchange: async (answer) => {
      const installed = await keepInstall(stage, watch, answer)
      if (!installed) return
      stage.emit(installed)
      watch.onInstalled()
    },
  })
  stage.atEnd(outbound.close)
  return outbound
}
