import { expect, it, onTestFinished } from 'vitest'

import { appendAttempt } from '../../src/journal/attempts.ts'
import { appendDelivery, type NewDelivery } from '../../src/journal/deliveries.ts'
import { setDeliveryState } from '../../src/journal/delivery-state.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { verifyWebhook, webhookHeaders } from '../../src/protocol/webhook-signature.ts'
import { makeApp } from '../support/app.ts'
import { NOON } from '../support/context.ts'
import { someDelivery } from '../support/delivery.ts'
import { connectMcp } from '../support/mcp/connect.ts'
import { makeInstalledPlatform } from '../support/platform.ts'
import { nodeSend } from '../support/served.ts'

const LIVE = 'https://api.example'
const LIVE_SECRET = '11'.repeat(32)
const SECRET = '5e'.repeat(32)

/** A journal with one delivery of an earlier version, one of the live platform and one of the emulator, each tried twice. */
async function makeProject() {
  // On a port of its own: an app of another project at the usual one would be no place to send anything to.
  const { port, seen } = await makeApp()
  const live = `[targets.live]\nbase_url = "${LIVE}"\nadmin_url = "https://admin.example"\nclient_id = "cli_1"\n`
  const { context, credentials } = await makeInstalledPlatform({ toml: `[dev]\nport = ${port}\n${live}` })
  await credentials.set({ identity: LIVE, appKey: 'app.acme.loyalty', kind: 'signing-secret' }, LIVE_SECRET)
  const journal = openJournal({ path: context().paths.journalDb, appKey: 'app.acme.loyalty' })
  onTestFinished(() => journal.close())
  for (const target of [null, 'live', 'emulator'] as const) {
    const { id } = appendDelivery(
      journal,
      signedBy(target === 'live' ? LIVE_SECRET : SECRET, { eventId: `of ${target}`, target }),
    )
    for (const kind of ['forward', 'replay'] as const)
      appendAttempt(journal, { deliveryId: id, at: NOON, kind, status: 500, ms: 3, error: null, answer: null })
    setDeliveryState(journal, id, { state: 'dead_letter', nextAttemptAt: null })
  }
  const currentContext = () => ({
    ...context(),
    send: nodeSend,
    env: { ...context().env, SVCAPP_TARGET: 'emulator', SVCAPP_SIGNING_SECRET: SECRET },
  })
  return { currentContext, seen }
}

function signedBy(secret: string, fields: Partial<NewDelivery>): NewDelivery {
  const delivery = someDelivery({ receivedAt: NOON, timestamp: Math.floor(NOON.getTime() / 1000), ...fields })
  const headers = webhookHeaders({ ...delivery, key: signingKey(secret) })
  return { ...delivery, headers, signature: headers['X-Service-Hmac-Sha256'] ?? '' }
}

interface Entry {
  readonly kind: string
  readonly id: number
  /** Null in a delivery of an earlier version; an attempt has none. */
  readonly target?: string | null
}

const shown = (entries: readonly Entry[]) => entries.map(({ kind, id, target }) => `${kind} ${id} ${target ?? null}`)

it('the timeline shows the platform of each delivery, and can be filtered by platform', async () => {
  const { ask } = await connectMcp((await makeProject()).currentContext)

  const kinds = ['delivery', 'attempt']
  const all = await ask('timeline', { kinds })
  const live = await ask('timeline', { kinds, target: 'live' })
  const installs = await ask('timeline', { kinds: ['install'], target: 'live' })

  expect(shown(all.said['entries'])).toEqual([
    'delivery 3 emulator',
    'delivery 2 live',
    'delivery 1 null',
    'attempt 6 null',
    'attempt 4 null',
    'attempt 2 null',
  ])
  expect(installs.said['entries']).toHaveLength(1)
  expect(shown(live.said['entries'])).toEqual([
    'delivery 2 live',
    'delivery 1 null',
    'attempt 4 null',
    'attempt 2 null',
  ])
})

it('the newest and the resent deliveries belong to the requested platform', async () => {
  const { ask } = await connectMcp((await makeProject()).currentContext)

  const newest = await ask('delivery')
  const live = await ask('delivery', { target: 'live' })
  const replayed = await ask('replay', { last: 1, target: 'live' })

  expect([newest.said, live.said]).toMatchObject([
    { id: 3, target: 'emulator' },
    { id: 2, target: 'live' },
  ])
  expect(replayed.said['replayed']).toMatchObject([{ deliveryId: 2 }])
})

it('a delivery shows when each attempt started and ended', async () => {
  const { ask } = await connectMcp((await makeProject()).currentContext)

  const { said } = await ask('delivery')

  const [first] = said['attempts']
  expect(first).toMatchObject({ kind: 'forward', endedAt: NOON.toISOString() })
  expect(Date.parse(first.endedAt) - Date.parse(first.startedAt)).toBe(3)
})

it('a server for the live platform omits emulator deliveries unless they are requested', async () => {
  const { ask } = await connectMcp((await makeProject()).currentContext, { targetName: 'live' })

  const { said } = await ask('timeline', { kinds: ['delivery'] })
  const [newest, named, asked] = [
    await ask('delivery'),
    await ask('delivery', { id: 3 }),
    await ask('delivery', { target: 'emulator' }),
  ]

  expect(shown(said['entries'])).toEqual(['delivery 2 live', 'delivery 1 null'])
  expect([newest, named, asked].map((one) => one.said['id'])).toEqual([2, 3, 3])
})

it('verifies and resends a delivery with the secret of the platform that sent it', async () => {
  const { currentContext, seen } = await makeProject()
  const { ask } = await connectMcp(currentContext)

  const verified = [await ask('verify', { delivery: 2 }), await ask('verify', { delivery: 3 })]
  for (const id of [2, 3]) await ask('replay', { id })

  expect(verified.map(({ said }) => said['genuine'])).toEqual([true, true])
  const now = currentContext().now()
  const isBy =
    (secret: string) =>
    ({ headers, body }: (typeof seen)[number]) =>
      verifyWebhook({ key: signingKey(secret), headers, body, now }).ok
  expect([seen.map(isBy(LIVE_SECRET)), seen.map(isBy(SECRET))]).toEqual([
    [true, false],
    [false, true],
  ])
})
