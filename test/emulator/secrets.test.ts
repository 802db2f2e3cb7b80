import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createEmulator } from '../../src/emulator/app.ts'
import { createSealing, sealingKey } from '../../src/emulator/context/sealing.ts'
import { exchangeBody, makeEmulator } from '../support/emulator.ts'

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-secrets-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

const filesOf = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe('secrets on disk', () => {
  it('no file of the emulator contains a code, token, client secret, signing secret or password (GEN-003 INST-051 TOK-016 EXCH-023)', async () => {
    const dir = folder()
    const tools = makeEmulator({ dir })
    const app = await tools.registerApp({ webhook_url: 'https://a.example', webhook_topics: ['order.paid'] })
    const store = await tools.openStore({ appKey: app.appKey })
    const { token, code } = await tools.installApp({ app, store })
    const unused = await tools.approve({ app, store, region: 'de' })
    const { url } = await tools.control<{ url: string }>('POST', `/stores/${store.code}/sign-in`, {})
    tools.emulator.context.registry.exec('PRAGMA wal_checkpoint(PASSIVE)')

    const planted = [
      token,
      token.slice(-64),
      code,
      unused,
      app.secrets.client_secret,
      app.secrets.webhook_signing_secret,
      store.manager.password,
      tools.emulator.controlToken,
      new URL(url).searchParams.get('ticket') ?? 'missing',
    ]
    const contents = filesOf(dir).map((file) => ({ file, bytes: readFileSync(file) }))
    expect(contents.length).toBeGreaterThan(2)
    for (const { file, bytes } of contents) {
      for (const secret of planted) expect(bytes.includes(secret), `${secret.slice(0, 8)}… in ${file}`).toBe(false)
    }
    // The public identity is there: what the search reads is where the secrets would be.
    expect(contents.some(({ bytes }) => bytes.includes(app.secrets.client_id))).toBe(true)
  })

  it('only this user can read the files and folders of the emulator, whatever the umask (T17)', async () => {
    const dir = join(folder(), 'emulator')
    const before = process.umask(0)
    onTestFinished(() => void process.umask(before))

    const tools = makeEmulator({ dir })
    await tools.openStore()

    const open = [dir, join(dir, 'stores'), ...filesOf(dir)].filter((path) => (statSync(path).mode & 0o077) !== 0)
    expect(open).toEqual([])
  })

  it('a restart keeps apps, stores, installs and the signing secret, and replaces the control token', async () => {
    const dir = folder()
    const tools = makeEmulator({ dir })
    const app = await tools.registerApp({
      admin_manifest_json: JSON.stringify({ renderMode: 'iframe', appUrl: 'https://p.example' }),
    })
    const store = await tools.openStore({ appKey: app.appKey })
    await tools.installApp({ app, store })
    const { id } = tools.emulator.context
    const oldToken = tools.emulator.controlToken
    await tools.emulator.close()

    const again = makeEmulator({ dir })

    expect(again.emulator.context.id).toBe(id)
    expect(again.emulator.controlToken).not.toBe(oldToken)
    const { installs } = await again.control<{ installs: object[] }>('GET', '/installs')
    expect(installs).toHaveLength(1)
    const browser = await again.signIn(store)
    expect((await browser.open(`/api/admin/apps/${app.appKey}/embed-token`)).status).toBe(200)
    const code = await again.approve({ app, store })
    expect((await again.exchange(exchangeBody(app, code))).status).toBe(200)
  })

  it('rejects a sealing key or a registry that is a link, and leaves its target unchanged (T20)', () => {
    for (const name of ['sealing.key', 'registry.db']) {
      const dir = folder()
      const victim = join(folder(), 'victim')
      writeFileSync(victim, 'precious')
      symlinkSync(victim, join(dir, name))

      expect(() => createEmulator({ dir })).toThrow(/symbolic link/)
      expect(readFileSync(victim, 'utf8')).toBe('precious')
    }
  })

  it('a sealed secret opens only with its own key, and two seals of one secret differ', () => {
    const sealing = createSealing(randomBytes(32), randomBytes)
    const other = createSealing(randomBytes(32), randomBytes)

    const [one, two] = [sealing.seal('secret'), sealing.seal('secret')]

    expect(sealing.unseal(one)).toBe('secret')
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(false)
    expect(() => other.unseal(one)).toThrow(/cannot be decrypted/)
  })

  it('rejects a key file of another length', () => {
    const dir = folder()
    writeFileSync(join(dir, 'sealing.key'), 'short')

    expect(() => sealingKey(dir, randomBytes)).toThrow(/not an svcapp key/)
  })
})
