import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect, it, onTestFinished } from 'vitest'

import Upgrade from '../../../src/commands/upgrade.ts'
import { findBase } from '../../../src/scaffold/upgrade/find-base.ts'
import { openPanel } from '../../../src/testing/kit-testing.ts'
import { startPlatform, type Platform } from '../../../src/testing/testing.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { linkKit } from '../../support/dev/scaffolded.ts'
import { isLong } from '../../support/machine/long-run.ts'
import { add, commitAll, edit, filesOf, oldApp } from '../../support/old-app.ts'

const packageRoot = join(import.meta.dirname, '../../..')

/** An app as the last version before the kit created it: its record of the template has every file. */
function appBeforeKit(template: 'node' | 'carrier' | 'workers'): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-before-kit-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  const saved = join(import.meta.dirname, 'before-kit', template)
  mkdirSync(join(dir, '.svcapp'))
  for (const name of ['base', 'template.json']) cpSync(join(saved, name), join(dir, '.svcapp', name))
  cpSync(join(saved, 'app.toml'), join(dir, 'app.toml'))
  const { files } = findBase({ dir, names: { key: 'app.acme.loyalty', name: 'Loyalty' } })
  for (const { path, content } of files) add(dir, path, content)
  commitAll(dir)
  return dir
}

/** Runs the old code on a platform until it has stored an install and the effect of an event. */
async function useOldApp(dir: string): Promise<Platform> {
  symlinkSync(join(packageRoot, 'node_modules'), join(dir, 'node_modules'), 'junction')
  const platform = await startPlatform({ dir })
  onTestFinished(() => platform.close())
  const app = await platform.startApp({ dir, command: ['node', 'src/server.ts'] })
  await platform.installApp()
  await platform.control.placeOrder({ paid: true })
  const file = new DatabaseSync(join(dir, 'data/app.db'), { readOnly: true })
  await expect.poll(() => file.prepare('SELECT 1 FROM paid_totals').all().length).toBe(1)
  file.close()
  await app.stop()
  rmSync(join(dir, 'node_modules'))
  return platform
}

const upgrade = (dir: string) =>
  runCommand(Upgrade, [], makeContext({ cwd: dir, packageRoot, env: { PATH: process.env['PATH'] } }))

it.runIf(isLong).each([
  ['the first version', oldApp, 'src/panel-pages.ts'],
  ['the last version before the kit', () => appBeforeKit('node'), 'src/pages/panel-pages.ts'],
])('moves an app of %s with its data: its panel opens with the token of before', async (_, create, page) => {
  const dir = create()
  edit(dir, page, (text) => `${text}// Ours.\n`)
  commitAll(dir)
  const platform = await useOldApp(dir)

  const { exit, stdout, error } = await upgrade(dir)
  // Its owner has looked at it.
  rmSync(join(dir, page))
  linkKit(dir)
  await platform.startApp({ dir, command: ['node', 'src/server.ts'] })
  const opened = await openPanel(platform)
  await platform.control.placeOrder({ paid: true })

  expect([exit, error?.message]).toEqual([11, `Conflicts in ${page}.`])
  expect(stdout).toMatch(new RegExp(`conflict {2}${page}: you changed the file, and the template no longer has it`))
  expect(opened.text).toContain('Newest paid orders')
  // The one of before.
  expect(opened.text).toMatch(/TEST-\d+ \d+\.\d{2} TRY/)
  await expect.poll(async () => (await openPanel(platform)).text).toMatch(/, 1 order\b/)
})

it.each(['carrier', 'workers'] as const)(
  'updates the files of an app of the template %s before the kit',
  async (template) => {
    const dir = appBeforeKit(template)

    const { exit, error } = await upgrade(dir)

    const files = filesOf(dir)
    expect([exit, error?.code]).toEqual([0, undefined])
    expect(JSON.parse(files.get('package.json') ?? '')).toMatchObject({
      dependencies: { 'svcapp-kit': expect.stringMatching(/^file:vendor\/svcapp-kit-/) },
      svcapp: { template },
    })
    expect([...files.keys()].filter((path) => path.startsWith('src/protocol/') || path.startsWith('.svcapp/'))).toEqual(
      [],
    )
  },
)

it.runIf(isLong)('starts an app of the template carrier on the database of its previous version', async () => {
  const dir = appBeforeKit('carrier')
  symlinkSync(join(packageRoot, 'node_modules'), join(dir, 'node_modules'), 'junction')
  const platform = await startPlatform({ dir })
  onTestFinished(() => platform.close())
  const old = await platform.startApp({ dir, command: ['node', 'src/server.ts'] })
  await platform.installApp()
  await old.stop()
  rmSync(join(dir, 'node_modules'))

  await upgrade(dir)
  linkKit(dir)
  await platform.startApp({ dir, command: ['node', 'src/server.ts'] })

  expect((await openPanel(platform)).text).toContain('No shipments yet.')
})
