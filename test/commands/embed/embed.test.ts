import { createHmac } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import EmbedDecode from '../../../src/commands/embed/decode.ts'
import EmbedToken from '../../../src/commands/embed/token.ts'
import EmbedUrl from '../../../src/commands/embed/url.ts'
import EmbedVerify from '../../../src/commands/embed/verify.ts'
import Register from '../../../src/commands/register.ts'
import StoreOpen from '../../../src/commands/store/open.ts'
import { runCommand } from '../../support/command/command.ts'
import { NOON } from '../../support/context.ts'
import { makeProject, plainAppToml, type ProjectOptions } from '../../support/project.ts'

const SECRET = '5e'.repeat(32)
const AT = NOON.getTime() / 1000

const appToml = `${plainAppToml}[manifest]
render_mode = "iframe"
[[manifest.slots]]
type = "fullpage"
path = "panel"
label = "Loyalty"
`

/** A registered app with a test store. What a command reads from stdin is in `input`. */
async function ready(options: ProjectOptions = {}) {
  const input = { text: '' }
  const made = makeProject({ appToml, readStdin: () => Buffer.from(input.text), ...options })
  await runCommand(Register, [], made.context)
  const opened = await runCommand(StoreOpen, ['--name', 'Demo', '--empty'], made.context)
  const store = opened.result?.store
  if (store === undefined) throw new Error('No store was opened.')
  /** Streams are shared by the runs of one context: what only this run wrote. */
  const run = async (Class: Parameters<typeof runCommand>[0], argv: readonly string[] = []) => {
    const before = made.context.captured.stdout().length
    const outcome = await runCommand(Class, argv, made.context)
    return { ...outcome, stdout: outcome.stdout.slice(before) }
  }
  const token = async (...argv: string[]) => ((await run(EmbedToken, argv)).result as { token: string }).token
  const verify = async (text: string) => {
    input.text = text
    const { exit, stdout } = await run(EmbedVerify, ['--json'])
    return { exit, ...(JSON.parse(stdout) as Verified) }
  }
  return { ...made, store, input, run, token, verify }
}

interface Verified {
  readonly ok: boolean
  readonly code: string | null
  readonly payload: Record<string, unknown> | null
  readonly steps: readonly { readonly step: number; readonly ok: boolean | null }[]
}

const marks = ({ steps }: Verified) =>
  steps.map(({ step, ok }) => `${step}${ok === null ? '-' : ok ? '+' : '!'}`).join(' ')

const sign = (payload: object | string, secret: string) => {
  const text = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)).toString('base64url')
  return `${text}.${createHmac('sha256', secret).update(`service-embed-v1\n${text}`).digest('hex')}`
}

describe('app embed token', () => {
  it('signs a token for the current store and its home region (EMB-058 EMB-064 EMB-065 EMB-069)', async () => {
    const { run, store, verify } = await ready()

    const { stdout, exit, result } = await run(EmbedToken)

    expect([exit, stdout]).toEqual([0, `${(result as { token: string }).token}\n`])
    const payload = {
      V: 1,
      AppKey: 'app.acme.loyalty',
      StoreId: store.id,
      RegionId: store.regions[0]?.id,
      StoreCode: store.code,
      Iat: AT,
      Exp: AT + 120,
      Scope: 'region',
    }
    expect(await verify(stdout)).toMatchObject({ exit: 0, ok: true, code: null, payload })
  })

  it('contains no region for a store-wide app, and the given region otherwise (B48)', async () => {
    const wide = await ready({ appToml: `install_scope = "store"\n${appToml}` })
    const { token, verify, store } = await ready()

    expect((await wide.verify(await wide.token())).payload).toMatchObject({ Scope: 'store', RegionId: null })
    expect((await verify(await token('--region', 'de'))).payload?.['RegionId']).not.toBe(store.regions[0]?.id)
  })

  it.each([
    ['EMB-080', 'malformed', 'embed_token_malformed', '1+ 2+ 3! 4- 5- 6- 7- 8- 9- 10- 11-'],
    ['EMB-085 EMB-086', 'bad_signature', 'embed_token_bad_signature', '1+ 2+ 3+ 4+ 5! 6- 7- 8- 9- 10- 11-'],
    ['EMB-092', 'other_app', 'embed_token_other_app', '1+ 2+ 3+ 4+ 5+ 6+ 7+ 8+ 9! 10- 11-'],
    ['EMB-094', 'expired', 'embed_token_expired', '1+ 2+ 3+ 4+ 5+ 6+ 7+ 8+ 9+ 10! 11-'],
    ['EMB-095', 'not_yet_valid', 'embed_token_not_yet_valid', '1+ 2+ 3+ 4+ 5+ 6+ 7+ 8+ 9+ 10! 11-'],
  ])('%s --defect %s is rejected by embed verify with %s and exits with 11', async (_rule, defect, code, steps) => {
    const { token, verify } = await ready()

    const verified = await verify(await token('--defect', defect))

    expect([verified.exit, verified.ok, verified.code, verified.payload, marks(verified)]).toEqual([
      11,
      false,
      code,
      null,
      steps,
    ])
  })
})

describe('app embed verify', () => {
  it('accepts a token of the store admin, with all eleven steps (EMB-098)', async () => {
    const { verify, signIn, store } = await ready()
    const browser = await signIn({ store, code: store.code } as never)
    const answer = await browser.open('/api/admin/apps/app.acme.loyalty/embed-token')
    const { token } = (await answer.json()) as { token: string }

    const verified = await verify(`${token}\n`)

    expect([verified.exit, marks(verified)]).toEqual([0, '1+ 2+ 3+ 4+ 5+ 6+ 7+ 8+ 9+ 10+ 11+'])
  })

  it.each([
    ['EMB-078', '', 'embed_token_missing', 1],
    ['EMB-078', ' \t\n', 'embed_token_missing', 1],
    ['EMB-081', '.abc', 'embed_token_malformed', 3],
    ['EMB-082', 'abc.', 'embed_token_malformed', 3],
    ['EMB-085', 'abc.def', 'embed_token_bad_signature', 5],
    ['A40', sign('no json', SECRET), 'embed_token_malformed', 6],
    ['EMB-090', sign({ V: 2, StoreId: 0 }, SECRET), 'embed_token_malformed', 7],
    ['EMB-091', sign({ V: 1, StoreId: 0, AppKey: 'app.x.y' }, SECRET), 'embed_token_malformed', 8],
    ['EMB-091', sign({ V: 1, AppKey: 'app.x.y' }, SECRET), 'embed_token_malformed', 8],
    ['EMB-088', sign({ v: 1, storeid: 7, IAT: 'soon', exp: 1 }, SECRET), 'embed_token_malformed', 6],
  ])('%s %j is rejected with %s at step %i', async (_rule, text, code, step) => {
    const { verify } = await ready({ env: { SVCAPP_TARGET: 'emulator', SVCAPP_SIGNING_SECRET: SECRET } })

    const verified = await verify(text)

    expect([verified.exit, verified.code, verified.steps.find(({ ok }) => ok === false)?.step]).toEqual([
      11,
      code,
      step,
    ])
    expect(verified.steps).toHaveLength(11)
  })

  it('reports a missing secret if the app is not registered (EMB-079)', async () => {
    const made = makeProject({ appToml, readStdin: () => Buffer.from(sign({ V: 1 }, SECRET)) })

    const { exit, stdout } = await runCommand(EmbedVerify, ['--json'], made.context)

    const verified = JSON.parse(stdout) as Verified
    expect([exit, verified.code, marks(verified)]).toEqual([
      11,
      'embed_secret_missing',
      '1+ 2! 3- 4- 5- 6- 7- 8- 9- 10- 11-',
    ])
  })

  it('shows each step and the code as text', async () => {
    const { token, input, run } = await ready()
    input.text = await token('--defect', 'other_app')

    const { exit, stdout } = await run(EmbedVerify)

    expect(exit).toBe(11)
    expect(stdout).toContain(' 8 StoreId is greater than 0: ok')
    expect(stdout).toContain(' 9 AppKey matches this app: no')
    expect(stdout).toContain('Rejected: embed_token_other_app')
  })

  it('no output contains the signing secret (T18 T35)', async () => {
    const { token, input, run, context, secret } = await ready()
    input.text = await token()
    await run(EmbedVerify)
    await run(EmbedDecode)
    await run(EmbedUrl)

    const kept = (await secret('signing-secret')) ?? ''
    expect(kept).toMatch(/^[0-9a-f]{64}$/)
    expect(context.captured.stdout() + context.captured.stderr()).not.toContain(kept)
  })
})

describe('app embed decode', () => {
  it('shows the payload of any token without a key, even with a defect (EMB-060)', async () => {
    const { token, input, run } = await ready()
    const shown = []
    for (const argv of [[], ['--defect', 'bad_signature']]) {
      input.text = `${await token(...argv)}\n`
      const { stdout, exit } = await run(EmbedDecode, ['--json'])
      shown.push([exit, (JSON.parse(stdout) as { payload: unknown }).payload])
    }

    const payload = expect.objectContaining({ V: 1, AppKey: 'app.acme.loyalty', Exp: AT + 120 })
    expect(shown).toEqual([
      [0, payload],
      [0, payload],
    ])
  })

  it('keeps every digit and writes no control characters (T23 T21)', async () => {
    const { input, run } = await ready()
    input.text = sign('{"V":1,"StoreId":9007199254740993,"StoreCode":"\\u001b[31m"}', SECRET)

    const json = (await run(EmbedDecode, ['--json'])).stdout
    const words = (await run(EmbedDecode)).stdout

    expect(json).toContain('"StoreId":9007199254740993')
    expect(words).toContain('StoreId: 9007199254740993')
    expect(words).not.toContain('\u001b[31m')
  })

  it.each(['', 'abc', '%%%.aa', `${Buffer.from('7').toString('base64url')}.aa`])(
    '%j is not a valid token',
    async (text) => {
      const { input, run } = await ready()
      input.text = text

      expect((await run(EmbedDecode)).exit).toBe(2)
    },
  )
})

describe('app embed url', () => {
  it('is the panel address with a token that is accepted (EMB-032 EMB-034)', async () => {
    const { run, verify } = await ready()

    const { stdout, exit, result } = await run(EmbedUrl)

    const url = new URL((result as { url: string }).url)
    expect([exit, stdout.trim()]).toEqual([0, url.href])
    expect(url.origin + url.pathname).toBe('http://127.0.0.1:3000/panel')
    expect([...url.searchParams.keys()]).toEqual(['embed_token'])
    expect(await verify(url.searchParams.get('embed_token') ?? '')).toMatchObject({ exit: 0, ok: true })
  })

  it('reports that the app has no panel (EMB-008)', async () => {
    const { run } = await ready({ appToml: plainAppToml })

    const { exit, error } = await run(EmbedUrl)

    expect([exit, error?.code]).toEqual([3, 'embed.no-panel'])
    expect(error?.message).toMatch(/^app\.toml has no \[manifest\]/)
  })
})
