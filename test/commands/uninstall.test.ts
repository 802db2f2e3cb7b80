import { expect, it, onTestFinished } from 'vitest'

import OrdersList from '../../src/commands/call/orders/list.ts'
import DevStatus from '../../src/commands/dev/status.ts'
import EmulatorUndo from '../../src/commands/emulator/undo.ts'
import Install from '../../src/commands/install.ts'
import StoreList from '../../src/commands/store/list.ts'
import StoreUse from '../../src/commands/store/use.ts'
import TokenList from '../../src/commands/token/list.ts'
import Uninstall from '../../src/commands/uninstall.ts'
import { lockProject, type RunningAddresses } from '../../src/dev/lock.ts'
import { openInstalls, withInstalls } from '../../src/project/installs.ts'
import { startReceiver } from '../emulator/deliveries/receiver.ts'
import { runCommand } from '../support/command/command.ts'
import { regionOf } from '../support/emulator.ts'
import { makeInstalledPlatform, makePlatform } from '../support/platform.ts'

it('uninstall revokes the token on the emulator and deletes it on this machine (TOK-013)', async () => {
  const platform = await makeInstalledPlatform()

  const { result, error } = await runCommand(Uninstall, [], platform.context())

  expect(error).toBeUndefined()
  expect(result).toMatchObject({ removed: 1 })
  expect((await platform.made.api(platform.token, '/context')).status).toBe(401)
  expect(await platform.credentials.get(platform.key)).toBeNull()
})

it('an undone uninstall reports the unrestored parts, and app dev status does not show the app as installed', async () => {
  const platform = await makeInstalledPlatform()
  const { paths, cwd: dir } = platform
  const lock = lockProject({ paths, dir, pid: 4711 })
  onTestFinished(lock.release)
  // What it needs of them.
  const ready = { platform: 'default', store: platform.store.code, health: null } as RunningAddresses
  lock.publish({ target: 'emulator', ready, isInstalled: true })
  const before = await runCommand(DevStatus, [], platform.context())
  await runCommand(Uninstall, [], platform.context())

  const { stderr, exit } = await runCommand(EmulatorUndo, [], platform.context())
  const { result } = await runCommand(DevStatus, [], platform.context())

  expect([exit, stderr]).toEqual([
    0,
    `The install of app.acme.loyalty in ${platform.store.code} is active again. Its token is no longer stored. To reinstall: app install --approve\n`,
  ])
  expect(before.result).toMatchObject({ installed: true, next: null })
  expect(result).toMatchObject({ installed: false, next: 'app install --approve' })
})

it('an undone uninstall that the app has received reports that the state of the app is also lost', async () => {
  const receiver = await startReceiver()
  const topics = ['app.uninstalled']
  const platform = await makeInstalledPlatform({ registration: { webhook_url: receiver.url, webhook_topics: topics } })
  await runCommand(Uninstall, [], platform.context())
  await platform.made.emulator.queue.settle()

  const { stderr } = await runCommand(EmulatorUndo, [], platform.context())

  expect(stderr).toContain(
    'The app accepted app.uninstalled, so neither its token nor its state is restored. To reinstall: app install --approve\n',
  )
})

it('reports the region it was removed from and the regions that still have the app (INST-065)', async () => {
  const platform = await makeInstalledPlatform()
  await runCommand(Install, ['--approve', '--region', 'de'], platform.context())

  const first = await runCommand(Uninstall, ['--region', 'tr'], platform.context())
  const last = await runCommand(Uninstall, [], platform.context())

  expect(first.stdout).toContain('from Demo (demo). The token of region tr was revoked')
  expect(first.stderr).toBe('The app is still installed in de. Calls without --region now use that region.\n')
  expect([last.stdout, last.stderr]).toEqual([expect.stringContaining('The token of region de was'), ''])
})

it('uninstalls one region and keeps the install of another (INST-065)', async () => {
  const platform = await makeInstalledPlatform()
  const { token } = await platform.made.installApp({ app: platform.app, store: platform.store, region: 'de' })

  const { result } = await runCommand(Uninstall, [], platform.context())

  expect(result).toMatchObject({ regionId: regionOf(platform.store, 'tr').id, removed: 1 })
  expect((await platform.made.api(token, '/context')).status).toBe(200)
})

it.each(['code', 'id'])('uninstalls from a region that was closed later, by its %s (INST-065 TOK-013)', async (by) => {
  const platform = await makePlatform()
  await runCommand(Install, ['--approve', '--region', 'de'], platform.context())
  const { id, code } = regionOf(platform.store, 'de')
  await platform.made.control('POST', `/stores/${platform.store.code}/regions/de/deactivate`, {})

  const region = by === 'id' ? String(id) : code
  const { result, error } = await runCommand(Uninstall, ['--region', region], platform.context())

  expect(error).toBeUndefined()
  expect(result).toMatchObject({ regionId: id, removed: 1 })
  const { installs } = await platform.made.control<{ installs: object[] }>('GET', '/installs')
  expect(installs).toMatchObject([{ regionId: id, removedAt: expect.any(String) }])
})

it('rejects a region without this install, and keeps the install of another region (INST-065)', async () => {
  const platform = await makeInstalledPlatform()

  const { error, exit } = await runCommand(Uninstall, ['--region', 'de'], platform.context())

  expect([error?.code, exit]).toEqual(['pin.unknown', 2])
  // The store has that region.
  expect(error?.message).toMatch(/^This machine has no install of the app in region de/)
  expect((await platform.made.api(platform.token, '/context')).status).toBe(200)
})

it('calls and uninstall use the remaining region after the owner removes the app from other regions (PIN-014 INST-065)', async () => {
  const platform = await makeInstalledPlatform()
  const { made, store } = platform
  await runCommand(Install, ['--approve', '--region', 'de'], platform.context())
  await runCommand(Install, ['--approve', '--region', 'gb'], platform.context())
  withInstalls(platform.paths, (installs) => {
    const app = { identity: platform.identity, appKey: platform.app.appKey }
    installs.setCurrent(app, { storeId: platform.key.storeId, storeCode: store.code, regionId: null })
  })
  const run = (Class: Parameters<typeof runCommand>[0], ...argv: string[]) =>
    runCommand(Class, argv, platform.context())
  const several = await run(OrdersList)

  for (const code of ['de', 'gb']) {
    const { id: regionId } = regionOf(store, code)
    await made.control('POST', `/stores/${store.code}/apps/app.acme.loyalty/uninstall`, { regionId })
  }
  const call = await run(OrdersList)
  const all = await run(OrdersList, '--region', 'all', '--json')
  const gone = await run(OrdersList, '--region', 'de')
  const removed = await run(Uninstall)

  expect(several.error?.code).toBe('pin.missing')
  expect([call.error, all.error]).toEqual([undefined, undefined])
  expect((JSON.parse(all.stdout) as { region: string }[]).map(({ region }) => region)).toEqual(['tr'])
  expect(gone.error?.code).toBe('api.unauthorized')
  expect(removed.result).toMatchObject({ regionId: regionOf(store, 'tr').id, removed: 1 })
  expect(removed.stderr).not.toContain('still installed')
})

it('reports that the store owner uninstalls on the live platform, and where', async () => {
  const live = [
    '[targets.live]',
    'base_url = "https://api.example.com"',
    'admin_url = "https://admin.example.com"',
    'client_id = "cli_1"',
    '',
  ]
  const platform = await makePlatform({ toml: live.join('\n') })

  const { exit, error } = await runCommand(Uninstall, ['--target', 'live'], platform.context())

  expect(exit).toBe(2)
  expect(error).toMatchObject({
    suggestions: [expect.stringContaining('`app open admin`'), expect.anything()],
  })
  expect(platform.sent).toEqual([])
})

it('leaves the install in another store unchanged after `app store use`, and shows its store (INST-065)', async () => {
  const platform = await makeInstalledPlatform()
  const other = await platform.made.openStore({ appKey: platform.app.appKey })
  await runCommand(StoreUse, [other.code], platform.context())

  const refused = await runCommand(Uninstall, [], platform.context())
  const call = await runCommand(OrdersList, [], platform.context())
  const { stdout, error } = await runCommand(Uninstall, ['--store', 'demo'], platform.context())

  expect([refused.error?.code, refused.error?.message]).toEqual([
    'install.unknown',
    'app.acme.loyalty is not installed in demo-2, the current store. Nothing was done.',
  ])
  expect(refused.error).toMatchObject({ suggestions: ['For Demo (demo), run: `app uninstall --store demo`.'] })
  expect(call.error).toBeUndefined()
  expect(call.stderr).toContain('not installed in demo-2, the current store. Using Demo (demo)')
  expect(error).toBeUndefined()
  expect(stdout).toContain('from Demo (demo).')
})

it('escapes control characters in a store name (T21)', async () => {
  const platform = await makeInstalledPlatform()
  const installs = openInstalls(platform.paths)
  for (const install of installs.listAll()) installs.put({ ...install, storeName: '\u001b]0;owned\u0007' })
  installs.close()

  const { stdout } = await runCommand(Uninstall, [], platform.context())

  expect(stdout).toContain('from \\u001b]0;owned\\u0007 (demo).')
})

it('reports that there is nothing to uninstall', async () => {
  const platform = await makePlatform()

  expect((await runCommand(Uninstall, [], platform.context())).error).toMatchObject({ code: 'install.unknown' })
})

it('reports an app that is unknown after its registration was undone, and deletes the token', async () => {
  const platform = await makeInstalledPlatform()
  platform.made.emulator.context.registry.exec(
    'DELETE FROM subscriptions; DELETE FROM installs; DELETE FROM tokens; DELETE FROM apps',
  )

  const gone = await runCommand(Uninstall, [], platform.context())

  expect([gone.exit, gone.stdout]).toEqual([
    0,
    'The emulator has no app app.acme.loyalty. The token was deleted from this machine. Nothing else was changed.\n',
  ])
  expect(await platform.credentials.get(platform.key)).toBeNull()
})

it('reports a store that the emulator no longer has, and deletes the install as other commands do', async () => {
  const platform = await makeInstalledPlatform()
  await platform.made.control('POST', '/reset', {})
  const before = await runCommand(StoreList, ['--json'], platform.context())

  const gone = await runCommand(Uninstall, [], platform.context())
  const again = await runCommand(Uninstall, [], platform.context())
  const tokens = await runCommand(TokenList, ['--json'], platform.context())

  expect(before.result?.stores).toEqual([])
  expect(gone).toMatchObject({ exit: 0, result: { removed: 0 } })
  expect(gone.stdout).toBe(
    'The emulator no longer has the store Demo (demo), so app.acme.loyalty is not installed there. The token was deleted from this machine.\n`app store list` shows the stores.\n',
  )
  expect(await platform.credentials.get(platform.key)).toBeNull()
  expect(again.error).toMatchObject({ code: 'install.unknown' })
  expect(JSON.stringify(tokens.result)).not.toContain('demo')
})

it('does not mistake a store for a deleted one with the same code', async () => {
  const platform = await makeInstalledPlatform()
  const installs = openInstalls(platform.paths)
  const [install] = installs.listAll()
  if (install === undefined) throw new Error('There is no install.')
  installs.remove(install)
  installs.put({ ...install, storeId: 4711 })
  installs.setCurrent(install, { storeId: 4711, storeCode: 'demo', regionId: null })
  installs.close()

  const { result, stdout } = await runCommand(Uninstall, [], platform.context())

  expect(result).toMatchObject({ storeId: 4711, removed: 0 })
  expect(stdout).toContain('The emulator no longer has the store Demo (demo)')
  expect((await platform.made.api(platform.token, '/context')).status).toBe(200)
})
