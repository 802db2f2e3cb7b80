import type { Store } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import type { Stage } from '../stage.ts'

export interface UnsubscribedWatch {
  readonly control: ControlClient
  readonly store: Store
}

const EVERY_MS = 1000

/** More than happen in the test store between two looks. */
const LOOK_BACK = 100

/**
 * Tells of events of the test store that app.toml subscribes to and that went to nobody: an order in a region without an install is silent on the platform, too.
 * The emulator notes them in its log, which is looked at every second.
 */
export async function tellUnsubscribed(stage: Stage, { control, store }: UnsubscribedWatch): Promise<void> {
  const { emit, names, options, signal, atEnd } = stage
  let known = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const look = async (tell: (event: Unsubscribed) => void) => {
    const seen = (await control.log(LOOK_BACK)).flatMap(({ code, details }) =>
      code === 'event.unsubscribed' ? [readDetails(details)] : [],
    )
    for (const event of seen.toReversed()) if (!known.has(event.eventId)) tell(event)
    known = new Set(seen.map(({ eventId }) => eventId))
  }
  const lookAgain = () => {
    timer = setTimeout(() => {
      // An emulator that is gone is told of by what needs it.
      void look(tellOne)
        .catch(() => {})
        .finally(() => {
          if (!signal.aborted) lookAgain()
        })
    }, EVERY_MS).unref()
  }
  const tellOne = ({ topic, storeId, regionId }: Unsubscribed) => {
    if (storeId !== String(store.id) || !options.project.config.webhooks.topics.includes(topic)) return
    emit({ event: 'unsubscribed', topic, storeId, regionId, ...names.of(storeId, regionId) })
  }
  atEnd(() => clearTimeout(timer))
  await look(() => {}).catch(() => {})
  lookAgain()
}

interface Unsubscribed {
  readonly eventId: string
  readonly topic: string
  readonly storeId: string
  readonly regionId: string | null
}

function readDetails(details: Readonly<Record<string, unknown>>): Unsubscribed {
  const { eventId, topic, storeId, regionId } = details
  return {
    eventId: String(eventId),
    topic: String(topic),
    storeId: String(storeId),
    regionId: typeof regionId === 'number' ? String(regionId) : null,
  }
}
