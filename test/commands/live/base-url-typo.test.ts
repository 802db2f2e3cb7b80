import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import CallOrdersList from '../../../src/commands/call/orders/list.ts'
import Install from '../../../src/commands/install.ts'
import Register from '../../../src/commands/register.ts'
import Status from '../../../src/commands/status.ts'
import WebhookWhy from '../../../src/commands/webhook/why.ts'
import { confirmConsole } from '../../../src/dev/live/console.ts'
import { lockProject } from '../../../src/dev/lock.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeStandIn } from '../../support/live/stand-in.ts'
import { diagnose } from '../../tasks/doctor/support.ts'

const untargeted = { SVCAPP_TARGET: undefined }

/** A machine whose app.toml got a typo in base_url after everything was stored. */
async function makeTypo() {
  const live = await makeStandIn()
  const developer = await live.makeDeveloper('[webhooks]\ntopics = ["order.created"]\n')
  await developer.install()
  const { cwd, paths } = developer
  const { appKey } = live.app
  const fields = { webhook_url: 'https://old.example/webhooks' }
  confirmConsole({ identity: live.origins.api, appKey, paths }, { fields, origin: 'https://old.example', at: null })
  const file = join(cwd, 'app.toml')
  const typo = live.origins.api.replace('//api.', '//apj.')
  writeFileSync(file, readFileSync(file, 'utf8').replace(live.origins.api, typo))
  const hint = `Installs or secrets of ${appKey} are stored for ${live.origins.api}. If that is the platform, fix base_url in app.toml (now ${typo}).`
  const runDev = (origin: string) => {
    const lock = lockProject({ paths, dir: cwd, pid: process.pid })
    onTestFinished(() => lock.release())
    lock.publish({ target: 'live', origin })
  }
  return { live, developer, file, typo, hint, runDev }
}

const why = ['order.created', '--target', 'live']

describe('a typo in base_url', () => {
  it('is the first broken link, before all data stored for the other origin', async () => {
    const { live, developer, typo, hint, runDev } = await makeTypo()
    const context = () => developer.context({ env: untargeted })

    const idle = await runCommand(WebhookWhy, why, context())
    const overview = await runCommand(WebhookWhy, ['--target', 'live'], context())
    runDev(live.origins.api)
    const running = await whyLinks(context())

    expect([idle.exit, idle.stdout]).toEqual([
      11,
      expect.stringMatching(
        /^. base_url {2}nothing is stored for \S+ on this machine\n. topic .*\n. app .*\n\nThe first/,
      ),
    ])
    for (const { stdout } of [idle, overview]) expect(stdout).toContain(hint)
    expect(running[0]).toEqual({
      name: 'base_url',
      state: 'broken',
      found: `\`app dev --target live\` is running for ${live.origins.api}, but base_url in app.toml is now ${typo}`,
      remedy: hint,
    })
  })

  it('is shown by `app status` instead of fields that would break the console', async () => {
    const { developer, hint } = await makeTypo()

    const text = await runCommand(Status, [], developer.context())
    const json = await runCommand(Status, ['--json'], developer.context())
    const check = await runCommand(Status, ['--check'], developer.context())

    expect(text.stderr).toBe(`${hint}\n`)
    expect(text.stdout).toMatch(/^\S+: only the developer console shows its status\. [^\n]*\n$/)
    expect(JSON.parse(json.stdout)).toMatchObject({ console: null, differs: null, changes: null })
    expect(check.error).toMatchObject({ code: 'status.differs', suggestions: ['Correct base_url in app.toml.'] })
  })

  it('is one failure with one fix in `app doctor`', async () => {
    const { live, developer, typo, hint, runDev } = await makeTypo()
    runDev(live.origins.api)

    const { of, document, exit } = await diagnose(developer.context({ env: untargeted }), '--target', 'live')

    expect(exit).toBe(11)
    expect(of('target')).toMatchObject({ state: 'failed', remedy: hint })
    for (const id of ['registration', 'client-secret', 'installs', 'token', 'signing-secret']) {
      expect(of(id)).toMatchObject({
        state: 'skipped',
        found: 'not checked',
        remedy: 'Fix base_url first (see target).',
      })
    }
    expect(of('tunnel-address')).toMatchObject({
      state: 'warning',
      found: `\`app dev --target live\` is running for ${live.origins.api}, but base_url in app.toml is now ${typo}`,
      remedy: 'Fix base_url first (see target).',
    })
    expect(JSON.stringify(document)).not.toMatch(/app install|app secret set|app register|SVCAPP_TOKEN/)
  })

  it('is shown by `app register` before the values expected in the console', async () => {
    const { developer, hint, typo } = await makeTypo()

    const url = ['--webhook-url', 'https://loyalty.example/webhooks']
    const ask = { select: async () => 'other' as const, input: async () => '', password: async () => '' }
    const { stderr } = await runCommand(Register, url, developer.context({ ask }))
    const unattended = [url, []].map(async (flags) => (await runCommand(Register, flags, developer.context())).error)
    const given = await runCommand(Register, [...url, '--base-url', `${typo}/`], developer.context())

    expect(stderr.indexOf(hint)).toBe(0)
    expect(await Promise.all(unattended)).toMatchObject([
      { code: 'project.invalid', message: hint },
      { code: 'project.invalid', message: hint },
    ])
    expect(given.stderr).not.toContain(hint)
  })

  it('is shown once by a command that also asks whether the origin is the platform', async () => {
    const { developer, hint } = await makeTypo()
    const answers = [true, false]
    const ask = { confirm: async () => answers.shift() ?? false, input: async () => '', password: async () => 'cs_1' }

    const { stderr } = await runCommand(Install, [], developer.context({ ask }))

    expect(stderr.split(hint).length - 1).toBe(1)
    expect(answers).toEqual([])
  })

  it('is reported next to a running `app dev` if both origins have secrets', async () => {
    const { live, developer, typo, runDev } = await makeTypo()
    const key = { identity: typo, appKey: live.app.appKey, kind: 'client-secret' } as const
    await developer.credentials.set(key, 'cs_1')
    runDev(live.origins.api)

    const [link] = await whyLinks(developer.context({ env: untargeted }))
    const { of } = await diagnose(developer.context({ env: untargeted }), '--target', 'live')

    const remedy = 'Fix base_url, or restart `app dev --target live`.'
    expect(link).toMatchObject({ name: 'base_url', state: 'broken', remedy })
    expect(of('tunnel-address')).toMatchObject({ state: 'warning', remedy })
  })

  it('suggests the base_url that has the installs and secrets after a typo in app.toml', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    await developer.install()
    const file = join(developer.cwd, 'app.toml')
    const typo = live.origins.api.replace('//api.', '//apj.')
    writeFileSync(file, readFileSync(file, 'utf8').replace(live.origins.api, typo))
    const before = live.arrived()
    const env = { SVCAPP_TRUST_ORIGIN: typo }

    const called = await runCommand(CallOrdersList, [], developer.context())
    const untrusted = await runCommand(Install, ['--paste', '--yes'], developer.context())
    const trusted = await runCommand(Install, ['--paste', '--yes'], developer.context({ env }))
    const declined = await runCommand(Install, [], developer.context({ ask: { confirm: async () => false } }))
    const status = await runCommand(Status, [], developer.context())

    const next = 'If base_url is correct, register the app there: `app register --target live`.'
    const advice = `Installs or secrets of ${live.app.appKey} are stored for ${live.origins.api}. If that is the platform, fix base_url in app.toml (now ${typo}).`
    const errors = [called, untrusted, trusted].map(({ error }) => [error?.code, error?.suggestions?.slice(0, 2)])
    expect(errors).toEqual([
      ['install.unknown', [advice, next]],
      ['project.origin-untrusted', [advice, next]],
      ['project.invalid', ['If base_url is right, run the command in a terminal.']],
    ])
    expect([status.stderr, declined.stderr]).toEqual([`${advice}\n`, expect.stringContaining(advice)])
    // Before the question about the other origin, the store admin was requested.
    expect(live.seen.slice(before).map(({ method, target }) => `${method} ${target}`)).toEqual(['GET /'])
  })

  it('suggests no other base_url if the current one has a secret', async () => {
    const live = await makeStandIn()
    const developer = await live.makeDeveloper()
    const other = { identity: 'https://old.example', appKey: live.app.appKey, kind: 'client-secret' } as const
    await developer.credentials.set(other, 'cs_1')

    const { error } = await runCommand(CallOrdersList, [], developer.context())

    expect(error?.code).toBe('install.unknown')
    expect(error?.suggestions?.join()).not.toContain('old.example')
  })

  it('is reported as a swap if admin_url has the stored origin', async () => {
    const { live, developer, file, typo } = await makeTypo()
    const { api, admin } = live.origins
    writeFileSync(file, readFileSync(file, 'utf8').replace(admin, api).replace(typo, admin))

    const { error } = await runCommand(CallOrdersList, [], developer.context())

    expect(error?.message).toBe('base_url may be wrong. This machine has no data for that URL.')
    expect(error?.suggestions?.[0]).toBe(
      `Installs or secrets of ${live.app.appKey} are stored for ${api}. That is admin_url in app.toml, so base_url and admin_url may be swapped.`,
    )
  })

  it("is not an incomplete [targets.live] if base_url is the store admin's", async () => {
    const { live, developer, file, typo } = await makeTypo()
    writeFileSync(file, readFileSync(file, 'utf8').replace(typo, live.origins.admin))

    const { of, document } = await diagnose(developer.context())

    expect(of('config').state).toBe('failed')
    for (const id of ['target', 'tunnel-address']) {
      expect(of(id)).toMatchObject({ state: 'skipped', found: 'app.toml cannot be read' })
    }
    expect(JSON.stringify(document)).not.toContain('[targets.live] has no')
  })
})

async function whyLinks(context: Parameters<typeof diagnose>[0]) {
  const { stdout } = await runCommand(WebhookWhy, [...why, '--json'], context)
  const { links } = JSON.parse(stdout) as { links: Record<string, unknown>[] }
  return links
}
