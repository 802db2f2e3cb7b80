import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { withInstalls } from '../../src/project/installs.ts'
import { statePaths } from '../../src/project/paths.ts'
import { begin, ok } from '../support/dev/background-session.ts'
import { named, reach } from '../support/dev/dev-events.ts'
import { makeDevProject, type DevProject } from '../support/dev/dev-project.ts'
import { freePorts, runCli, type DevRun } from '../support/run-cli.ts'

const stays = ['dev', '--approve', '--yes', '--ndjson', ...freePorts]

async function makeWithEmulator(): Promise<DevProject> {
  const project = await makeDevProject()
  const emulator = runCli(project, ['emulator', 'start', '--port', '0', '--json'])
  await expect.poll(() => emulator.stdout()).toContain('ready')
  return project
}

const recordOf = ({ home }: DevProject) =>
  withInstalls(statePaths({ env: {}, dataDir: home }), (installs) => installs.listAll())

async function cli(project: DevProject, ...argv: string[]): Promise<DevRun> {
  const run = runCli(project, argv)
  await run.ended
  return run
}

async function stop(run: DevRun): Promise<void> {
  run.child.kill('SIGINT')
  await run.ended
}

const tokenLink = async (project: DevProject) => {
  const { links } = JSON.parse((await cli(project, 'webhook', 'why', 'order.created', '--json')).stdout()) as {
    links: { name: string; state: string; found: string; remedy: string | null }[]
  }
  return links.find(({ name }) => name === 'app token')
}

const notices = (run: DevRun) => named(run, 'notice').map(({ text }) => String(text))

describe("the holder of an install's token", () => {
  it('shows the rate limit of an exchange that the app reports as 400, in the background and while app dev runs', async () => {
    const project = await makeWithEmulator()
    project.edit((text) => text.replace('writeHead(answer.status)', 'writeHead(answer.ok ? 302 : 400)'))
    await cli(project, 'emulator', 'fault', 'set', '429', '--path', '/api/apps/oauth/token', '--times', '0')
    const limit = 'the limit of 30 code exchanges a minute is exhausted for up to a minute (429)'

    const begun = runCli(project, [...begin, ...freePorts])
    expect(await begun.ended, begun.stderr()).toBe(0)
    const install = await cli(project, 'install', '--approve', '--yes')
    await cli(project, 'dev', 'stop')

    expect(begun.stderr()).toContain(limit)
    expect([await install.ended, install.stderr()]).toEqual([7, expect.stringContaining(limit)])
  })

  it('app dev reinstalls through the app after an exchange by the command line, but only once', async () => {
    const project = await makeWithEmulator()
    for (const argv of [['register'], ['store', 'open', '--name', 'Demo'], ['install', '--approve']]) {
      const run = await cli(project, ...argv)
      expect(await run.ended, run.stderr()).toBe(0)
    }
    expect(recordOf(project)).toMatchObject([{ holder: 'cli' }])
    expect(await tokenLink(project)).toMatchObject({
      state: 'broken',
      found: expect.stringContaining('does not have this install'),
      remedy: expect.stringContaining('`app dev --reinstall`'),
    })

    const first = runCli(project, stays)
    expect(await reach(first, 'installed')).toMatchObject({ alreadyInstalled: false })
    expect(notices(first)).toContainEqual(expect.stringContaining('this tool exchanged the code'))
    expect(recordOf(project)).toMatchObject([{ holder: 'app' }])
    expect(await tokenLink(project)).toMatchObject({ state: 'ok' })
    await stop(first)
    const second = runCli(project, stays)
    expect(await reach(second, 'installed')).toMatchObject({ alreadyInstalled: true })
    await stop(second)
  })

  it('an install route added during app dev is used with --approve, and otherwise reported', async () => {
    const project = await makeWithEmulator()
    project.replace('[dev]', '[dev]\nwatch = ["app.mjs"]')
    const file = join(project.dir, 'app.mjs')
    const whole = readFileSync(file, 'utf8')
    const without = whole.replace(
      "if (url.pathname === '/auth/start')",
      "if (url.pathname === '/auth/start') return res.writeHead(404).end()\n  if (url.pathname === '/auth/begin')",
    )
    writeFileSync(file, without)
    const first = runCli(project, stays)
    await reach(first, 'installed')
    expect(recordOf(project)).toMatchObject([{ holder: 'cli' }])
    await stop(first)
    const browsing = runCli(
      { ...project, env: { ...project.env, BROWSER: 'none' } },
      stays.filter((word) => word !== '--approve'),
    )
    await reach(browsing, 'installed')
    writeFileSync(file, whole)
    const added = () => notices(browsing).filter((text) => text.includes('Press `i`, or run `app install`'))
    await expect.poll(added).toHaveLength(1)
    await stop(browsing)

    writeFileSync(file, without)
    const approving = runCli(project, stays)
    await reach(approving, 'installed')
    writeFileSync(file, whole)

    expect(await reach(approving, 'installed', 2)).toMatchObject({ alreadyInstalled: false })
    expect(notices(approving)).toContainEqual(expect.stringContaining('because this tool exchanged the code'))
    expect(recordOf(project)).toMatchObject([{ holder: 'app' }])
    await stop(approving)
  })

  it('an app request that fails with 401 is reported once and recorded, and the next app dev reinstalls', async () => {
    const project = await makeWithEmulator()
    const first = runCli(project, stays)
    await reach(first, 'installed')
    await stop(first)

    const second = runCli(project, stays)
    expect(await reach(second, 'installed')).toMatchObject({ alreadyInstalled: true })
    const ready = await reach(second, 'ready')
    const again = () =>
      fetch(`${String(ready['outbound'])}/api/apps/v1/context`, { headers: { Authorization: 'Bearer svcapp_lost' } })
    expect([(await again()).status, (await again()).status]).toEqual([401, 401])
    await expect.poll(() => named(second, 'token-invalid')).toMatchObject([{ reason: 'rejected', regionCode: 'tr' }])
    expect(recordOf(project)).toMatchObject([{ holder: 'app', refusedAt: expect.any(String) as string }])
    expect(await tokenLink(project)).toMatchObject({ state: 'broken', found: expect.stringContaining('401') })
    await stop(second)

    const third = runCli(project, stays)
    expect(await reach(third, 'installed')).toMatchObject({ alreadyInstalled: false })
    expect(notices(third)).toContainEqual(expect.stringContaining("the app's last call with 401"))
    expect(recordOf(project)[0]).not.toHaveProperty('refusedAt')
    await stop(third)
  })

  it('an install of the same app from elsewhere is reported, and app dev and its status show the fix', async () => {
    const project = await makeWithEmulator()
    const run = runCli(project, stays)
    await reach(run, 'installed')
    const elsewhere = join(project.dir, '..', 'elsewhere')
    cpSync(project.dir, elsewhere, { recursive: true })
    const installed = async () => (await ok<{ installed: boolean }>(project, ['dev', 'status', '--json'])).installed

    const before = await installed()
    await ok({ ...project, dir: elsewhere }, ['install', '--approve', '--yes', '--json'])
    const dead = await reach(run, 'token-invalid')
    const meanwhile = await ok(project, ['dev', 'status', '--json'])
    await ok(project, ['install', '--approve', '--json'])
    await reach(run, 'installed', 2)

    expect(before).toBe(true)
    expect(dead).toMatchObject({ reason: 'replaced', storeCode: 'demo', remedy: { next: 'app install', key: 'i' } })
    expect(meanwhile).toMatchObject({ installed: false, next: 'app install --approve' })
    expect(await installed()).toBe(true)
    await stop(run)
  })

  it('undoing an uninstall that the app was notified of does not restore its token until a reinstall', async () => {
    const project = await makeWithEmulator()
    project.replace('topics = [', 'topics = ["app.uninstalled", ')
    const run = runCli(project, stays)
    await reach(run, 'installed')
    await reach(run, 'ready')

    await ok(project, ['uninstall', '--json'])
    await reach(run, 'uninstalled')
    // The emulator must have recorded the response of the app before the undo.
    const deliveries = async () =>
      (await ok<{ deliveries: object[] }>(project, ['emulator', 'deliveries', '--json'])).deliveries
    await expect.poll(deliveries).toMatchObject([{ topic: 'app.uninstalled', state: 'delivered' }])
    await ok(project, ['emulator', 'undo', '--json'])

    await expect
      .poll(() => notices(run))
      .toContainEqual(expect.stringContaining('was undone, but the app accepted `app.uninstalled`'))
    expect(await tokenLink(project)).toMatchObject({
      state: 'broken',
      found: expect.stringContaining("`app emulator undo` does not restore the app's token or state"),
      remedy: expect.stringContaining('`i` in `app dev`'),
    })
    expect(named(run, 'token-restored')).toEqual([])
    await stop(run)
    const next = runCli(project, stays)
    expect(await reach(next, 'installed')).toMatchObject({ alreadyInstalled: false })
    expect(notices(next)).toContainEqual(expect.stringContaining('the app accepted `app.uninstalled`'))
    expect(await tokenLink(project)).toMatchObject({ state: 'ok' })
    await stop(next)
  })

  it('an emulator reset during app dev is reported with a fix', async () => {
    const project = await makeWithEmulator()
    const run = runCli(project, stays)
    await reach(run, 'installed')

    await ok(project, ['emulator', 'reset', '--yes', '--json'])
    await expect
      .poll(() => notices(run))
      .toContainEqual(expect.stringContaining('is no longer registered on this emulator'))
    await stop(run)
    const next = runCli(project, stays)

    expect(await reach(next, 'installed')).toMatchObject({ alreadyInstalled: false })
    await stop(next)
  })

  it('an exchange by another app is rejected, and nothing from it is stored (T14)', async () => {
    const project = await makeWithEmulator()
    const run = runCli(project, stays)
    await reach(run, 'installed')
    const { outbound } = await reach(run, 'ready')
    const before = recordOf(project)

    const { status } = await fetch(`${String(outbound)}/api/apps/oauth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ clientId: 'cli_of_another', clientSecret: 'cs_x', code: 'ab'.repeat(32) }),
    })

    expect(status).toBe(403)
    expect(recordOf(project)).toEqual(before)
    expect(named(run, 'installed')).toHaveLength(1)
    await stop(run)
  })

  it('app install during app dev goes through the app, which stores the token, and the session continues', async () => {
    const project = await makeWithEmulator()
    const run = runCli(project, stays)
    await reach(run, 'installed')
    const [before] = recordOf(project)

    const install = await cli(project, 'install', '--approve', '--yes', '--json')
    const pasted = await cli(project, 'install', '--paste', '--json')

    expect(await install.ended, install.stderr()).toBe(0)
    expect(install.stderr()).toContain('so your app exchanges the code')
    expect(JSON.parse(install.stdout())).toMatchObject({ replaced: true, storeName: 'Demo', scopes: ['orders.read'] })
    expect(await reach(run, 'installed', 2)).toMatchObject({ alreadyInstalled: false })
    const [after] = recordOf(project)
    expect(after).toMatchObject({ holder: 'app' })
    expect(after?.installedAt).not.toBe(before?.installedAt)
    expect(await tokenLink(project)).toMatchObject({ state: 'ok' })
    // With the app's own, newest token: the platform takes it from this tool too.
    expect(await (await cli(project, 'context', '--json')).ended).toBe(0)
    expect(JSON.parse(pasted.stdout())).toMatchObject({
      error: { code: 'install.app-running', message: expect.stringContaining(`pid ${run.child.pid}`) as string },
    })
    expect(pasted.stdout()).toContain('Press `i` in its terminal')
    await stop(run)

    const alone = await cli(project, 'install', '--approve', '--json')
    expect(JSON.parse(alone.stdout())).toMatchObject({
      hints: expect.arrayContaining([
        expect.stringContaining("Your app's token for this store and region is revoked"),
      ]) as unknown,
    })
    expect(alone.stderr()).toContain('Next, place an order')
  })

  it('app install during app dev without --approve waits for the browser, and exits on Ctrl-C', async () => {
    const project = await makeWithEmulator()
    const run = runCli(project, stays)
    await reach(run, 'installed')
    const install = runCli({ ...project, env: { ...project.env, BROWSER: 'none', CI: 'true' } }, [
      'install',
      '--yes',
      '--json',
    ])
    await expect.poll(() => install.stderr()).toMatch(/http:\/\/\S+/)
    await expect.poll(() => install.stderr()).toContain('`app install --approve`')

    install.child.kill('SIGINT')

    expect(await install.ended).toBe(130)
    expect(install.stderr()).toContain('Waiting up to 300 s (--timeout)')
    expect(recordOf(project)).toMatchObject([{ holder: 'app' }])
    await stop(run)
  })
})
