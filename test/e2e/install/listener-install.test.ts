import { randomBytes } from 'node:crypto'
import { request } from 'node:http'

import { describe, expect, it } from 'vitest'

import { failureOf, documentOf, untilPrinted, type Started } from '../support/machine.ts'
import { approveInBrowser } from '../support/manager.ts'
import { usePlatform, type ProjectFolder } from '../support/platform.ts'
import { pretend } from '../support/pretend.ts'

const platform = usePlatform()

/** The address that `app install` opens in the browser and prints; on the emulator it signs the manager in first. */
async function printedUrl(install: Started): Promise<URL> {
  const find = () => /https?:\/\/\S+\/admin\/(?:plugins\/install|sign-in)\S+(?=\n)/.exec(install.stderr())?.[0]
  return new URL(await untilPrinted(install, find, 'an address to open'))
}

/** A visit as a browser makes it. `fetch` says of itself that it is no visit, and the listener takes nothing else. */
function visit(url: URL, method = 'GET'): Promise<Response> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => void chunks.push(chunk))
      answer.on('end', () => {
        const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        )
        resolve(new Response(Buffer.concat(chunks).toString('utf8'), { status: answer.statusCode ?? 0, headers }))
      })
    })
    asked.on('error', reject).end()
  })
}

function callback({ port }: ProjectFolder, query: string, method?: string): Promise<Response> {
  return visit(new URL(`http://127.0.0.1:${port}/auth/callback${query}`), method)
}

function begin(project: ProjectFolder, env: Record<string, string> = {}, ...flags: string[]): Started {
  return platform().machine.start(['install', '--json', '--yes', ...flags], { cwd: project.dir, env })
}

describe('app install with a browser', () => {
  it('a hundred unrelated requests cause no exchange, and the real approval still completes the install (T1 T2 T3)', async () => {
    const project = await platform().openProject()
    const install = begin(project)
    const url = await printedUrl(install)

    const foreign = [
      '?error=access_denied',
      `?code=${'a'.repeat(64)}&state=${'A'.repeat(86)}`,
      `?code=${'a'.repeat(64)}`,
      '?state=&code=',
    ]
    const hits = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => callback(project, foreign[at % 4] ?? '')),
    )
    const head = await callback(project, '?error=x', 'HEAD')
    const icon = await fetch(`http://127.0.0.1:${project.port}/favicon.ico`)
    const exchangesBefore = await platform().requests(project.key)
    const back = await approveInBrowser(platform(), project, { signIn: url })
    const state = back.searchParams.get('state') ?? ''
    const nearly = state.slice(0, -1) + (state.endsWith('A') ? 'B' : 'A')
    const wrong = await callback(project, `?code=${'a'.repeat(64)}&state=${nearly}`)
    const page = await visit(back)
    const ended = await install.ended

    expect(state.length).toBeGreaterThanOrEqual(43)
    expect(state.length).toBeLessThanOrEqual(512)
    expect(new Set(hits.map(({ status }) => status))).toEqual(new Set([400]))
    expect(head.status).toBeGreaterThanOrEqual(400)
    expect(icon.status).toBe(404)
    expect(exchangesBefore).toEqual([])
    expect(wrong.status).toBe(400)
    expect([page.status, page.headers.get('referrer-policy'), page.headers.get('cache-control')]).toEqual([
      200,
      'no-referrer',
      'no-store',
    ])
    expect(await page.text()).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    expect(ended.exit).toBe(0)
    expect(documentOf(ended)).toMatchObject({ appKey: project.key, storeCode: project.store.code })
    await expect(callback(project, back.search)).rejects.toThrow()
  })

  it('SIGINT while waiting exits with 130 and frees the port (T16 T17 P15)', async () => {
    const project = await platform().openProject()
    const install = begin(project)
    await printedUrl(install)

    install.child.kill('SIGINT')
    const ended = await install.ended

    expect(ended.exit).toBe(130)
    expect(failureOf(ended).code).toBe('cli.interrupted')
    await expect(callback(project, '')).rejects.toThrow()
  })

  it('exits with 4 and install.timeout without an approval', async () => {
    const project = await platform().openProject()

    const run = await project.run(['install', '--timeout', '1', '--json'])

    expect(failureOf(run)).toMatchObject({ exit: 4, code: 'install.timeout' })
  })
})

/** On the live platform, where the exchange may be anything. */
describe('the exchange of a live install', () => {
  const secret = `cs_${'5e'.repeat(32)}`

  async function exchangeWith(origin: string) {
    const project = await platform().newProject()
    project.edit(
      (toml) => `${toml}\n[targets.live]\nbase_url = "${origin}"\nadmin_url = "${origin}"\nclient_id = "cli_0123"\n`,
    )
    const env = {
      SVCAPP_TRUST_ORIGIN: origin,
      SVCAPP_CLIENT_SECRET: secret,
      SVCAPP_CREDENTIALS: 'file',
      SVCAPP_PASSPHRASE: 'canary-passphrase-4711',
    }
    const install = begin(project, env, '--target', 'live')
    const state = (await printedUrl(install)).searchParams.get('state') ?? ''
    // A code of its own each time: the ledger knows the ones that were sent before.
    const code = randomBytes(32).toString('hex')
    const page = await callback(project, `?code=${code}&state=${encodeURIComponent(state)}`)
    const ended = await install.ended
    expect(page.status).toBe(200)
    expect(ended.stdout + ended.stderr).not.toContain(secret)
    return ended
  }

  it('does not follow a redirect, so the other origin gets neither code nor secret (T32 R8)', async () => {
    const other = await pretend(() => ({ status: 200, body: '{}' }))
    const live = await pretend(({ path }) => ({ status: 307, headers: { Location: other.origin + path } }))

    const ended = await exchangeWith(live.origin)

    expect(failureOf(ended)).toMatchObject({ exit: 8, code: 'net.redirected' })
    expect(live.seen).toHaveLength(1)
    expect(live.seen[0]?.body).toContain(secret)
    expect(other.seen).toEqual([])
  })

  it('a lost response means exactly one POST, and the message gives the reason (P18)', async () => {
    const live = await pretend(() => null)

    const ended = await exchangeWith(live.origin)

    expect(failureOf(ended)).toMatchObject({ exit: 8, code: 'install.response-lost' })
    expect(`${failureOf(ended).message} ${failureOf(ended).hint}`).toMatch(/single use/)
    expect(live.seen).toHaveLength(1)
  })

  it('exits with 4 on a 401, with the local information about its cause (EXCH-049 EXCH-050)', async () => {
    const body = '{"success":false,"message":"Invalid client credentials or code."}'
    const live = await pretend(() => ({ status: 401, body }))

    const ended = await exchangeWith(live.origin)

    expect(failureOf(ended)).toMatchObject({ exit: 4, code: 'install.exchange-rejected' })
    expect(failureOf(ended).hint).toMatch(/client secret/)
    expect(live.seen).toHaveLength(1)
  })
})
