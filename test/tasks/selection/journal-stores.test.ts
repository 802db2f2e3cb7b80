import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import WebhookList from '../../../src/commands/webhook/list.ts'
import WebhookShow from '../../../src/commands/webhook/show.ts'
import type { DeliveryTarget } from '../../../src/journal/delivery-state.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { withInstalls } from '../../../src/project/installs.ts'
import { addDelivery } from '../../inspector/fixture.ts'
import { runCommand } from '../../support/command/command.ts'
import { captureTerminal, makeContext, NOON } from '../../support/context.ts'
import { plainAppToml } from '../../support/project.ts'

const appKey = 'app.acme.loyalty'

/** A store of the emulator and one of the live platform with the same id, and a region of each with the same id; `demo` is a code of both platforms. */
function makeJournal() {
  const context = makeContext()
  writeFileSync(join(context.cwd, 'app.toml'), plainAppToml)
  const journal = openJournal({ path: context.paths.journalDb, appKey })
  onTestFinished(() => journal.close())
  const put = (identity: string, storeId: number, storeCode: string, region: string) =>
    withInstalls(context.paths, (installs) =>
      installs.put({
        identity,
        appKey,
        storeId,
        regionId: null,
        storeCode,
        storeName: storeCode,
        storeDomain: `${storeCode}.example`,
        installScope: 'store',
        scopes: [],
        regions: [{ id: 7, code: region, currency: 'EUR' }],
        installedAt: NOON.toISOString(),
      }),
    )
  put('https://api.platform.example', 1001, 'acme', 'fr')
  put('https://api.platform.example', 5005, 'demo', 'fr')
  put('emulator:one', 1001, 'demo', 'tr')
  const add = (target: DeliveryTarget | null, storeId = '1001') =>
    addDelivery(journal, { target, storeId, status: 200 })
  const list = async (...flags: string[]) => {
    const captured = captureTerminal({ width: 140 })
    const { result, error } = await runCommand(WebhookList, flags, {
      ...context,
      terminal: captured.terminal,
      captured,
    })
    return { error, shown: captured.stdout(), ids: result?.deliveries.map(({ id }) => id) }
  }
  return { context, add, list }
}

it('a region has the name from the platform of its delivery, and stays an id if that platform is unknown', async () => {
  const { context, add, list } = makeJournal()
  const [live, emulator, unknown] = [add('live'), add('emulator'), add(null)]

  const { shown } = await list()
  const show = async (id: number) => (await runCommand(WebhookShow, [String(id)], context)).stdout

  const rows = shown.split('\n').filter((line) => line.includes('order.created'))
  expect(rows.map((row) => / (tr|fr|7) /.exec(row)?.[1])).toEqual(['7', 'tr', 'fr'])
  expect(await show(live)).toMatch(/Region\s+fr \(7\)/)
  expect(await show(emulator)).toMatch(/Region\s+tr \(7\)/)
  expect(await show(unknown)).toMatch(/Region\s+7/)
})

it('a store code selects deliveries of its platform only, and a store id selects deliveries of both', async () => {
  const { add, list } = makeJournal()
  const [live, emulator, unknown] = [add('live'), add('emulator'), add(null)]
  const other = add('live', '5005')

  expect((await list('--store', 'acme')).ids).toEqual([unknown, live])
  expect((await list('--store', '1001')).ids).toEqual([unknown, emulator, live])
  expect((await list('--store', 'demo')).error?.code).toBe('store.ambiguous')
  expect((await list('--store', 'demo', '--target', 'emulator')).ids).toEqual([unknown, emulator])
  expect((await list('--store', 'demo', '--target', 'live')).ids).toEqual([other])
  expect((await list('--store', 'acme', '--target', 'emulator')).error?.code).toBe('store.unknown')
})
