import type { KeyObject } from 'node:crypto'

import type { Gateway } from '../../gateway/server.ts'
import type { PlacedByHand } from '../../inspector/actions.ts'
import { startInspector, type Inspector } from '../../inspector/server.ts'
import type { Journal } from '../../journal/journal.ts'
import { localAddress } from '../../project/registration.ts'
import type { Target } from '../../project/targets.ts'
import type { DevContext } from '../context.ts'
import { arrivalEvent } from '../events/arrival-event.ts'
import { replayEvent } from '../events/attempt-event.ts'
import type { OrderPlacedEvent } from '../events/dev-event.ts'
import { inspectorActions, type ActionTools } from '../inspector-actions.ts'
import { noteInspector } from '../notes/inspector-note.ts'
import { portHolder } from '../ports/holder.ts'
import { openOnPort } from '../ports/open-on-port.ts'
import type { TargetActions } from '../target-actions.ts'

export interface InspectorWatch {
  readonly journal: Journal
  readonly key: () => KeyObject
  readonly gateway: Gateway
  readonly origin: ActionTools['origin']
  readonly order: NonNullable<ActionTools['order']>
  readonly placeOrder?: TargetActions['placeOrder']
  readonly pages: TargetActions['pages']
  readonly target: Target
}

/** Starts the inspector of the journal. Returns null with --no-inspector. */
export async function openInspector(
  dev: DevContext,
  { journal, key, gateway, origin, order, placeOrder, pages, target }: InspectorWatch,
): Promise<Inspector | null> {
  const { tools, options } = dev
  if (options.ports.inspector === null) return null
  const { path } = options.project.config.webhooks
  const actions = inspectorActions({
    ...tools,
    appPid: dev.appOwner.pid,
    journal,
    key: async () => key(),
    appUrl: () => localAddress(options.project.config) + path,
    // Through the gateway, so that the journal records a test event like any other.
    eventUrl: gateway.url + path,
    origin,
    order,
    ...(placeOrder !== undefined && { placeOrder: orderPlacer(dev, placeOrder) }),
    onReplay: (delivery) => dev.emit(arrivalEvent(dev.names, delivery, 'attempt')),
    onReplayed: (delivery, answer) => dev.emit(replayEvent(journal, delivery, answer)),
  })
  const inspector = await openOnPort(dev, { part: 'inspector', port: options.ports.inspector }, (port) =>
    startInspector({
      port,
      journal,
      now: tools.now,
      randomBytes: tools.randomBytes,
      key,
      actions,
      baseUrl: target.baseUrl,
      places: dev.names.all,
      pages: () => [{ name: 'App', url: localAddress(options.project.config) }, ...pages()],
      log: dev.output.between,
      holder: portHolder,
      portFlag: '--inspector-port',
      health: dev.health,
      nameTarget: tools.terminal.nameTarget,
    }),
  )
  const session = { paths: tools.paths, dir: options.project.dir, pid: tools.pid }
  const forget = noteInspector(session, inspector.url)
  dev.atEnd(async () => {
    forget()
    await inspector.close()
  })
  return inspector
}

/** Places an order and reports the event, like the key of `app dev`. */
function orderPlacer(dev: DevContext, place: () => Promise<OrderPlacedEvent>): () => Promise<PlacedByHand> {
  return async () => {
    const placed = await place()
    dev.emit(placed)
    const { orderNumber, store, reason } = placed
    return { orderNumber, store, why: reason }
  }
}
