import { expect, it } from 'vitest'

import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { livePlace, type LiveInstall } from '../../../src/dev/live/live-install.ts'
import type { Stage } from '../../../src/dev/stage.ts'

/** What the key `i` does, on a clock that the test sets. */
function makeKey() {
  let time = 0
  const events: DevEvent[] = []
  const tools = {
    trust: { isAgreed: false, isInteractive: true },
    now: () => new Date(time),
    openBrowser: async () => false,
  }
  // As much of a stage as the key needs.
  const stage = { tools, options: {}, emit: (event: DevEvent) => void events.push(event) } as unknown as Stage
  const consent: LiveInstall['consent'] = { warnedAt: null }
  const live = { consent, startUrl: 'https://dev.example/auth/start' } as LiveInstall
  const { install } = livePlace(stage, live)
  const press = async (after: number) => {
    time += after
    await install()
    return events.at(-1)?.event
  }
  return { press, consent }
}

it('opens an install at the second press of the key, and warns first the next time', async () => {
  const { press } = makeKey()

  expect([await press(0), await press(120_000), await press(1000)]).toEqual(['notice', 'install-address', 'notice'])
})

it('warns again if the second press comes more than 2 minutes later', async () => {
  const { press } = makeKey()

  expect([await press(0), await press(120_001), await press(0)]).toEqual(['notice', 'notice', 'install-address'])
})
