import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import type { AppCommandClass } from '../../src/cli.ts'
import Commands from '../../src/commands/commands.ts'
import EmulatorChanges from '../../src/commands/emulator/changes.ts'
import EmulatorCheckpoint from '../../src/commands/emulator/checkpoint.ts'
import EmulatorDeliveries from '../../src/commands/emulator/deliveries.ts'
import EmulatorList from '../../src/commands/emulator/list.ts'
import EmulatorOrderPlace from '../../src/commands/emulator/order/place.ts'
import EmulatorProviderCreate from '../../src/commands/emulator/provider/create.ts'
import EmulatorProviderList from '../../src/commands/emulator/provider/list.ts'
import EmulatorSettingsList from '../../src/commands/emulator/settings/list.ts'
import EmulatorUndo from '../../src/commands/emulator/undo.ts'
import Explain from '../../src/commands/explain.ts'
import JournalQuery from '../../src/commands/journal/query.ts'
import JournalViews from '../../src/commands/journal/views.ts'
import Scopes from '../../src/commands/scopes/index.ts'
import StoreList from '../../src/commands/store/list.ts'
import TokenList from '../../src/commands/token/list.ts'
import WebhookTopics from '../../src/commands/webhook/topics.ts'
import { runCommand } from '../support/command/command.ts'
import { makeInstalledPlatform } from '../support/platform.ts'

const packageRoot = join(import.meta.dirname, '../..')

interface Manifest {
  readonly commands: Readonly<
    Record<string, { readonly summary?: string; readonly flags: Readonly<Record<string, object>> }>
  >
}

/** Those that list without saying so in their name or in the first word of their summary. */
const otherLists = ['emulator:changes', 'emulator:deliveries', 'emulator:undo', 'journal:query']
const streams = ['dev', 'dev:logs', 'webhook:listen']

async function lines(Class: AppCommandClass, argv: readonly string[], context: Parameters<typeof runCommand>[2]) {
  const { stdout, exit } = await runCommand(Class, [...argv, '--ndjson'], context)
  expect(exit).toBe(0)
  return stdout.split('\n').slice(0, -1)
}

describe('--ndjson', () => {
  it('is a flag of every list command and every stream', () => {
    const { commands } = JSON.parse(readFileSync(join(packageRoot, 'oclif.manifest.json'), 'utf8')) as Manifest
    const listing = Object.entries(commands).filter(
      ([id, { summary = '' }]) =>
        /(?:^|:)list$/.test(id) ||
        /\blist them all\b|^List /.test(summary) ||
        otherLists.includes(id) ||
        streams.includes(id),
    )

    expect(listing.length).toBeGreaterThan(30)
    expect(listing.filter(([, { flags }]) => flags['ndjson'] === undefined).map(([id]) => id)).toEqual([])
  })

  it('prints a line for each row of the --json output, and no text', async () => {
    const { context } = await makeInstalledPlatform()
    await runCommand(EmulatorProviderCreate, ['--kind', 'carrier', '--name', 'Carrier'], context())
    await runCommand(EmulatorCheckpoint, [], context())
    await runCommand(EmulatorOrderPlace, [], context())
    const listing: readonly [AppCommandClass, member: string | null][] = [
      [EmulatorChanges, 'changes'],
      [EmulatorDeliveries, 'deliveries'],
      [EmulatorList, 'platforms'],
      [EmulatorProviderList, null],
      [EmulatorSettingsList, 'settings'],
      [Explain, null],
      [JournalViews, 'views'],
      [Scopes, null],
      [StoreList, 'stores'],
      [TokenList, 'tokens'],
      [WebhookTopics, null],
    ]

    for (const [Class, member] of listing) {
      const printed = await lines(Class, [], context())
      const document = JSON.parse((await runCommand(Class, ['--json'], context())).stdout) as unknown
      const rows = member === null ? document : (document as Readonly<Record<string, unknown>>)[member]
      expect(printed.map((line) => JSON.parse(line) as unknown)).toEqual(rows)
      expect(Array.isArray(rows)).toBe(true)
    }
  })

  it('prints only the commands if the document contains more', async () => {
    const { context } = await makeInstalledPlatform({ context: { packageRoot } })

    const printed = await lines(Commands, ['token'], context())

    expect(printed.map((line) => (JSON.parse(line) as { command: string }).command)).toEqual([
      'token delete',
      'token list',
      'token show',
    ])
  })

  it('prints one requested item as one line', async () => {
    const { context } = await makeInstalledPlatform()

    const scope = await lines(Scopes, ['orders.read'], context())
    const code = await lines(Explain, ['net.timeout'], context())
    const steps = await lines(EmulatorUndo, ['--list'], context())

    expect(scope.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ scope: 'orders.read' }])
    expect(code.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ code: 'net.timeout' }])
    expect(steps.length).toBeGreaterThan(1)
  })

  it('includes the column names of a query in each line, even two equal names', async () => {
    const { context } = await makeInstalledPlatform()

    const printed = await lines(JournalQuery, ['select 1 as a, 2 as b union select 3, 4'], context())
    const twice = await lines(JournalQuery, ['select 1 as a, 2 as a'], context())
    const csv = await runCommand(JournalQuery, ['select 1 as a', '--ndjson', '--csv'], context())

    expect(printed).toEqual(['{"a":1,"b":2}', '{"a":3,"b":4}'])
    expect(twice).toEqual(['{"a":1,"a:1":2}'])
    expect(csv.exit).toBe(2)
  })

  it('is rejected together with --json', async () => {
    const { context } = await makeInstalledPlatform()

    const { exit, stdout } = await runCommand(TokenList, ['--json', '--ndjson'], context())

    expect(exit).toBe(2)
    expect(stdout).toContain('--json and --ndjson cannot be used together.')
  })
})
