import { expect, it } from 'vitest'

import type { ApiCall } from '../../../src/check/harness/calls.ts'
import type { InstallTrip } from '../../../src/check/harness/install.ts'
import { untilReady } from '../../../src/check/harness/until-ready.ts'

const failed = (status: number) => ({ ok: false, page: { status } }) as InstallTrip
const code = 'a'.repeat(64)
const returnUrl = new URL(`http://localhost/?code=${code}`)
const failedWith = (status: number | null) => ({ ok: true, page: { status }, returnUrl }) as InstallTrip
const done = { ok: true, page: { status: 200 }, returnUrl } as InstallTrip
const sleep = async () => {}

/** Installs that end like this, one after the other, with the age of the app at each. */
async function tried(
  trips: InstallTrip[],
  ages: number[],
  { abandonedTries = 0, load = 0, faulty = false }: { abandonedTries?: number; load?: number; faulty?: boolean } = {},
) {
  let tries = 0
  const exchange = () => ({ method: 'POST', path: '/api/apps/oauth/token', body: Buffer.from(code) })
  const list = () => [{ ...exchange(), abandoned: tries <= abandonedTries, faulty }] as ApiCall[]
  const app = { ageMs: () => ages[tries - 1] ?? 0, calls: { list } }
  const trip = await untilReady({ app, sleep, busyness: () => load }, async () => trips[tries++] ?? done)
  return { tries, ok: trip.ok }
}

it('retries an app that responds 503 while it starts', async () => {
  expect(await tried([failed(503), failed(503), done], [100, 400, 700])).toEqual({ tries: 3, ok: true })
})

it('accepts the response of an app that sends 503 for too long, or any other status', async () => {
  expect(await tried([failed(503), failed(503)], [9_000, 10_100])).toEqual({ tries: 2, ok: false })
  expect(await tried([failed(500)], [100])).toEqual({ tries: 1, ok: false })
})

it('retries an install if the exchange response was too late for the app', async () => {
  expect(await tried([done, done, done], [], { abandonedTries: 2 })).toEqual({ tries: 3, ok: true })
})

it('accepts the result of an app that never waits for its exchange', async () => {
  expect(await tried([done, done, done, done, done], [], { abandonedTries: 9 })).toEqual({ tries: 4, ok: true })
})

it.each([
  ['fails', 5, false, 3],
  ['fails on an idle machine', 0, false, 1],
  ['fails by a fault of the check', 5, true, 1],
])(
  'retries an install that the platform has and whose page %s only on a busy machine',
  async (_, load, faulty, tries) => {
    expect(await tried([failedWith(502), failedWith(null), done], [], { load, faulty })).toEqual({ tries, ok: true })
  },
)
