import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { openPanel } from '../../src/testing/kit-testing.ts'
import { startPlatform } from '../../src/testing/testing.ts'
import { scaffoldWithPackages } from '../support/dev/scaffolded.ts'

/** Writes each reference to the file in `BOOKED`, and fails while the file in `AWAY` exists. */
const carrier = `
import { appendFileSync, existsSync } from 'node:fs'

export type Booking = { readonly reference: string; readonly orderId: number | null }

export async function bookAtCarrier({ reference }: Booking): Promise<string> {
  appendFileSync(process.env['BOOKED'] ?? '', reference + '\\n')
  if (existsSync(process.env['AWAY'] ?? '')) throw new Error('away')
  return 'NUMBER-1'
}
`

it('an app of the template carrier retries a booking with the same reference, and the panel shows it only to its region', async () => {
  const root = mkdtempSync(join(tmpdir(), 'svcapp-carrier-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  const dir = scaffoldWithPackages(root, 'carrier')
  const [BOOKED, AWAY] = [join(root, 'booked'), join(root, 'away')]
  writeFileSync(join(dir, 'src/carrier.ts'), carrier)
  writeFileSync(AWAY, '')
  const platform = await startPlatform({ dir, store: { regions: ['TR', 'DE'] } })
  onTestFinished(() => platform.close())
  await platform.startApp({ dir, env: { BOOKED, AWAY } })
  const [home, other] = platform.store.regions
  for (const region of [home, other]) await platform.installApp({ region: region?.id ?? 0 })
  const panel = async (region = home) => (await openPanel(platform, '', { region: region?.id ?? 0 })).text

  const { id } = await platform.control.openProvider({ kind: 'carrier', name: 'Example Parcel' })
  const { eventId } = await platform.control.routeToProvider({ id })
  const shows = (state: RegExp) => expect.poll(() => panel()).toMatch(state)
  await shows(new RegExp(`${eventId} not booked, attempt [2-9]`))
  rmSync(AWAY)
  await shows(new RegExp(`${eventId} NUMBER-1`))

  const references = readFileSync(BOOKED, 'utf8').trim().split('\n')
  expect(references.length).toBeGreaterThan(2)
  expect(new Set(references)).toEqual(new Set([eventId]))
  expect(await panel(other)).toContain('No shipments yet.')
})
