import { describe, expect, it } from 'vitest'

import { retryDelaysMs } from '../../../src/catalog/limits.ts'
import type { Delivery } from '../../../src/control/contract.ts'
import { signingKey } from '../../../src/protocol/signing-key.ts'
import { verifyWebhook } from '../../../src/protocol/webhook-signature.ts'
import { until } from '../support/machine.ts'
import { usePlatform, type OpenProject } from '../support/platform.ts'
import { receive, type Received } from '../support/receiver.ts'

const platform = usePlatform()

interface Placed {
  readonly id: number
  readonly events: readonly { readonly eventId: string; readonly deliveries: number }[]
}

/** The deliveries of one app, as the command prints them. */
async function listed(project: OpenProject): Promise<readonly Delivery[]> {
  const { deliveries } = await project.ok<{ deliveries: Delivery[] }>(['emulator', 'deliveries', '--app', project.key])
  return deliveries
}

function eventOf({ body }: Received): Record<string, unknown> {
  return JSON.parse(body.toString('utf8')) as Record<string, unknown>
}

describe('app emulator order place', () => {
  it('sends exactly one POST to the webhook URL, signed over the exact bytes (HOOK-001 HOOK-003 HOOK-009 HOOK-012 EVT-015)', async () => {
    const project = await platform().installedProject()
    const app = await receive(project)

    const placed = await project.ok<Placed>(['emulator', 'order', 'place', '--region', 'tr'])
    await until(() => app.seen.length > 0, 'a delivery')
    await until(async () => (await listed(project)).every(({ state }) => state === 'delivered'), 'its end')

    expect(app.seen).toHaveLength(1)
    const [post] = app.seen as [Received]
    expect([post.method, post.path]).toEqual(['POST', '/webhooks'])
    const key = signingKey(project.secrets.webhook_signing_secret)
    const verdict = verifyWebhook({ key, headers: post.headers, body: post.body, now: new Date() })
    expect(verdict).toMatchObject({ ok: true, topic: 'order.created', storeId: String(project.store.id) })
    const tampered = Buffer.concat([post.body, Buffer.from(' ')])
    expect(verifyWebhook({ key, headers: post.headers, body: tampered, now: new Date() }).ok).toBe(false)
    expect(eventOf(post)).toMatchObject({ eventId: placed.events[0]?.eventId })
    expect(await listed(project)).toMatchObject([
      { eventId: placed.events[0]?.eventId, state: 'delivered', attempts: 1, lastStatus: 200, lastError: null },
    ])
  })

  it('an app that responds with 500 is retried on schedule and ends in dead_letter with attempts and last error (EVT-012 EVT-013)', async () => {
    const project = await platform().installedProject()
    const app = await receive(project, 500)

    const placed = await project.ok<Placed>(['emulator', 'order', 'place', '--region', 'tr'])
    const first = await until(async () => (await listed(project)).find(({ attempts }) => attempts > 0), 'an attempt')
    const states = [first.state]
    for (const delay of retryDelaysMs) {
      await project.ok(['emulator', 'clock', 'advance', `${delay / 1000}s`])
      states.push(...(await listed(project)).map(({ state }) => state))
    }

    expect(states).toEqual(['pending', 'pending', 'pending', 'pending', 'pending', 'dead_letter'])
    expect(await listed(project)).toMatchObject([
      {
        eventId: placed.events[0]?.eventId,
        state: 'dead_letter',
        attempts: retryDelaysMs.length + 1,
        nextAttemptAt: null,
        lastStatus: 500,
        lastError: expect.stringContaining('500') as unknown,
      },
    ])
    expect(app.seen).toHaveLength(retryDelaysMs.length + 1)
    expect(new Set(app.seen.map((post) => eventOf(post)['eventId'])).size).toBe(1)
    const table = await project.run(['emulator', 'deliveries', '--app', project.key])
    expect(table.stdout).toMatch(/dead_letter.*\b6\b.*500/)
    await project.ok(['emulator', 'clock', 'advance', '1d'])
    expect(app.seen).toHaveLength(retryDelaysMs.length + 1)
  })

  it('a recovered app receives the event at the next attempt with a fresh signature, and the event is delivered (EVT-012)', async () => {
    const project = await platform().installedProject()
    const app = await receive(project, 503)
    await project.ok(['emulator', 'order', 'place', '--region', 'tr'])
    await until(async () => (await listed(project)).find(({ attempts }) => attempts > 0), 'an attempt')

    const failed = app.seen.length
    app.answer.status = 204
    await project.ok(['emulator', 'clock', 'advance', '10m'])

    expect(await listed(project)).toMatchObject([{ state: 'delivered', attempts: failed + 1, lastStatus: 204 }])
    const next = app.seen[failed]
    const key = signingKey(project.secrets.webhook_signing_secret)
    expect(next && verifyWebhook({ key, headers: next.headers, body: next.body, now: new Date() }).ok).toBe(true)
  })

  it('without a running app the event waits, the reason is reported, and the event arrives after the app starts (P8)', async () => {
    const project = await platform().installedProject()
    await project.ok(['emulator', 'order', 'place', '--region', 'tr'])
    const waiting = await until(async () => (await listed(project)).find(({ attempts }) => attempts > 0), 'an attempt')

    const app = await receive(project)
    // Longer than the pause before the next attempt, whichever that is.
    await project.ok(['emulator', 'clock', 'advance', '3h'])

    expect(waiting).toMatchObject({ state: 'pending', lastStatus: null })
    expect(waiting.lastError).toMatch(/\S/)
    expect(app.seen).toHaveLength(1)
    const [delivered] = await listed(project)
    expect(delivered).toMatchObject({ state: 'delivered', lastStatus: 200 })
    expect(delivered?.attempts).toBeGreaterThan(waiting.attempts)
  })

  it('an install for one region receives no event of another (EVT-011)', async () => {
    const project = await platform().installedProject()
    const app = await receive(project)

    const other = await project.ok<Placed>(['emulator', 'order', 'place', '--region', 'de'])
    const own = await project.ok<Placed>(['emulator', 'order', 'place', '--region', 'tr'])
    await until(() => app.seen.length > 0, 'a delivery')

    expect(other.events).toMatchObject([{ deliveries: 0 }])
    expect(app.seen.map((post) => eventOf(post)['eventId'])).toEqual(own.events.map(({ eventId }) => eventId))
  })
})
