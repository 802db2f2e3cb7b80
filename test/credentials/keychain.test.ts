import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { createKeychain } from '../../src/credentials/keychain.ts'
import { atThisLoad } from '../support/machine/machine-load.ts'
import { isMissing, needing } from '../support/machine/needed-programs.ts'
import { compileCacheOfTests } from '../support/processes/compile-cache.ts'
import { openDesktop, type Desktop } from './desktop.ts'
import { drive, filesWith, programsWith, LIVE, processes, TOKEN, tokenKey, waitUntil } from './support.ts'

/** Below the 25 s after which D-Bus gives up: whatever ends before has been ended by us, also on a busy machine. */
const OURS_MS = 20_000
/** The limit of one call: an answer that comes sooner has waited for nobody. */
const CALL_MS = 3_000
/** The longest limit of a call, for a keychain that responds: a busy machine may take longer than the default. */
const PATIENT = { timeoutMs: 20_000 }

function keychainOf({ env }: Desktop) {
  return createKeychain({
    env: { PATH: process.env['PATH'], ...compileCacheOfTests(), ...env },
    nodePath: process.execPath,
    platform: 'linux',
    ...PATIENT,
  })
}

async function unlockedDesktop() {
  const desktop = await openDesktop()
  return { desktop, keyring: await desktop.startKeyring('unlocked') }
}

describe.skipIf(isMissing('keychain'))(needing('keychain', 'OS keychain'), () => {
  it('returns a token to the next process, and stores none of it in the state folder (P19 TOK-017)', async () => {
    const { desktop } = await unlockedDesktop()
    const { env } = desktop
    const key = tokenKey(LIVE)

    const first = await drive({
      env,
      ...PATIENT,
      steps: [
        { method: 'set', key, value: TOKEN },
        { method: 'get', key },
      ],
    })
    const second = await drive({
      env,
      ...PATIENT,
      steps: [
        { method: 'get', key },
        { method: 'remove', key },
        { method: 'remove', key },
      ],
    })
    const third = await drive({ env, ...PATIENT, steps: [{ method: 'get', key }, { method: 'list' }] })

    expect(first.answers).toMatchObject([{ value: { backend: 'keychain' } }, { value: TOKEN }])
    expect(second.answers).toMatchObject([{ value: TOKEN }, { value: true }, { value: false }])
    expect(third.answers).toMatchObject([{ value: null }, { value: [] }])
    expect(filesWith(env['SVCAPP_HOME'] ?? '', TOKEN)).toEqual([])
  })

  it('returns null for a missing secret, and false for its removal', async () => {
    const { desktop } = await unlockedDesktop()
    const keychain = keychainOf(desktop)

    const answers = [await keychain.get(tokenKey(LIVE)), await keychain.remove(tokenKey(LIVE))]
    keychain.close()

    expect(answers).toEqual([null, false])
  })

  it('leaves nothing behind after a probe (P19)', async () => {
    const { desktop } = await unlockedDesktop()

    const { answers } = await drive({ env: desktop.env, ...PATIENT, steps: [{ method: 'probe' }, { method: 'list' }] })

    expect(answers).toMatchObject([{ value: { backend: 'keychain' } }, { value: [] }])
    expect(filesWith(`${desktop.home}/.local/share/keyrings`, 'svcapp')).toEqual([])
  })

  it('reports a keychain that no user can unlock as locked before D-Bus times out, and keeps the token (P20)', async () => {
    const { desktop, keyring } = await unlockedDesktop()
    const { env } = desktop
    const key = tokenKey(LIVE)
    await drive({ env, ...PATIENT, steps: [{ method: 'set', key, value: TOKEN }] })
    await desktop.stopKeyring(keyring)
    const locked = await desktop.startKeyring('locked')

    const tried = await drive({
      env,
      ...PATIENT,
      steps: [{ method: 'get', key }, { method: 'set', key, value: 'other' }, { method: 'probe' }],
    })
    await desktop.stopKeyring(locked)
    await desktop.startKeyring('unlocked')
    const later = await drive({ env, ...PATIENT, steps: [{ method: 'get', key }] })

    expect(tried.answers.map(({ error }) => error)).toEqual(Array.from({ length: 3 }, () => 'credentials.locked'))
    expect(tried.ms).toBeLessThan(atThisLoad(OURS_MS))
    expect(later.answers).toMatchObject([{ value: TOKEN }])
  })

  it('reports a stopped Secret Service as a timeout once, and later calls in the command do not wait (P20)', async () => {
    const { desktop, keyring } = await unlockedDesktop()
    keyring.kill('SIGSTOP')

    const { answers, ms } = await drive({
      env: desktop.env,
      steps: [
        { method: 'probe' },
        { method: 'get', key: tokenKey(LIVE) },
        { method: 'set', key: tokenKey(LIVE), value: TOKEN },
      ],
    })

    expect(answers.map(({ error }) => error)).toEqual(Array.from({ length: 3 }, () => 'credentials.timeout'))
    expect(answers.slice(1).every((answer) => answer.ms < atThisLoad(CALL_MS))).toBe(true)
    expect(ms).toBeLessThan(atThisLoad(OURS_MS))
  })

  it('reports a Secret Service that never responds as a timeout, and the process exits (P20)', async () => {
    const desktop = await openDesktop()
    await desktop.ownSilently('org.freedesktop.secrets')

    const { answers, ms } = await drive({ env: desktop.env, steps: [{ method: 'get', key: tokenKey(LIVE) }] })

    expect(answers).toMatchObject([{ error: 'credentials.timeout' }])
    expect(ms).toBeLessThan(atThisLoad(OURS_MS))
  })

  it('kills the keychain process after 3 s without a response to an unlock dialog, and leaves none (P20)', async () => {
    const { desktop, keyring } = await unlockedDesktop()
    const key = tokenKey(LIVE)
    await drive({ env: desktop.env, ...PATIENT, steps: [{ method: 'set', key, value: TOKEN }] })
    await desktop.stopKeyring(keyring)
    await desktop.startKeyring('locked')
    await desktop.ownSilently('org.gnome.keyring.SystemPrompter')

    const { answers, ms } = await drive({
      env: desktop.env,
      steps: [
        { method: 'get', key },
        { method: 'get', key },
      ],
    })

    expect(answers.map(({ error }) => error)).toEqual(['credentials.timeout', 'credentials.timeout'])
    expect(answers[0]?.ms).toBeGreaterThan(2_900)
    expect(answers[1]?.ms).toBeLessThan(atThisLoad(CALL_MS))
    expect(ms).toBeLessThan(atThisLoad(OURS_MS))
    await waitUntil(() => programsWith(desktop.home).length === 0)
  })

  it('reports a session without a Secret Service as unavailable (P20)', async () => {
    const desktop = await openDesktop()

    const { answers, ms } = await drive({
      env: desktop.env,
      ...PATIENT,
      steps: [{ method: 'set', key: tokenKey(LIVE), value: TOKEN }],
    })

    expect(answers).toMatchObject([{ error: 'credentials.unavailable' }])
    expect(ms).toBeLessThan(atThisLoad(OURS_MS))
  })

  it('passes no secret in process arguments or in the environment of the keychain process (T18 GEN-003)', async () => {
    const { desktop, keyring } = await unlockedDesktop()
    const keychain = createKeychain({
      env: { PATH: process.env['PATH'], ...desktop.env, SVCAPP_TOKEN: TOKEN, NODE_OPTIONS: '--no-warnings' },
      nodePath: process.execPath,
      platform: 'linux',
    })
    keyring.kill('SIGSTOP')

    const setting = keychain.set(tokenKey(LIVE), TOKEN)
    const failed = expect(setting).rejects.toMatchObject({ code: 'credentials.timeout' })
    await waitUntil(() => programsWith(desktop.home).length === 1)
    const [program] = programsWith(desktop.home)
    const environment = readFileSync(`/proc/${program?.pid}/environ`, 'utf8')
    const talkative = processes().filter(({ cmdline }) => cmdline.includes(TOKEN))
    await failed
    keychain.close()

    expect(talkative).toEqual([])
    expect(environment).toContain('DBUS_SESSION_BUS_ADDRESS=')
    expect(environment).not.toMatch(/SVCAPP_|svcapp_1001|NODE_OPTIONS/)
  })

  it('the keychain process exits if its parent is killed during a call (P20)', async () => {
    const { desktop, keyring } = await unlockedDesktop()
    await drive({ env: desktop.env, ...PATIENT, steps: [{ method: 'set', key: tokenKey(LIVE), value: TOKEN }] })
    await desktop.stopKeyring(keyring)
    await desktop.startKeyring('locked')
    await desktop.ownSilently('org.gnome.keyring.SystemPrompter')

    const driving = drive({ env: desktop.env, ...PATIENT, steps: [{ method: 'get', key: tokenKey(LIVE) }] })
    const failed = expect(driving).rejects.toThrow('ended with null')
    await waitUntil(() => programsWith(desktop.home).length === 1)
    const [program] = programsWith(desktop.home)
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${program?.pid}/status`, 'utf8'))?.[1])
    // By now it waits for the dialog, in native code.
    await new Promise((resolve) => void setTimeout(resolve, 800))
    process.kill(parent, 'SIGKILL')
    await failed

    await waitUntil(() => programsWith(desktop.home).length === 0)
    expect(programsWith(desktop.home)).toEqual([])
  })

  it('twenty processes that store concurrently lose nothing (P14)', async () => {
    const { desktop } = await unlockedDesktop()
    const { env } = desktop
    const stores = Array.from({ length: 20 }, (_, index) => 2_000 + index)

    // On a busy machine a keychain may respond too late to one of them, which then stores again as the error advises.
    const put = async (storeId: number): Promise<void> => {
      const value = `${TOKEN}${storeId}`
      const { answers } = await drive({
        env,
        ...PATIENT,
        steps: [{ method: 'set', key: tokenKey(LIVE, storeId), value }],
      })
      const [error] = answers.flatMap((answer) => answer.error ?? [])
      if (error === undefined) return
      expect(['credentials.timeout', 'credentials.busy']).toContain(error)
      return put(storeId)
    }
    await Promise.all(stores.map(put))
    const read = await drive({
      env,
      ...PATIENT,
      steps: [
        { method: 'list' },
        ...stores.map((storeId) => ({ method: 'get' as const, key: tokenKey(LIVE, storeId) })),
      ],
    })

    const [list, ...values] = read.answers
    expect(list?.value).toHaveLength(20)
    expect(values.map(({ value }) => value)).toEqual(stores.map((storeId) => `${TOKEN}${storeId}`))
  })
})

describe('without a session', () => {
  it.each([
    ['no D-Bus at all', {}],
    ['an address where nothing is', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }],
    ['a runtime folder without a bus', { XDG_RUNTIME_DIR: '/nonexistent' }],
  ])('fails immediately with %s, without starting a process (P20)', async (_, env) => {
    const startedAt = performance.now()
    const keychain = createKeychain({ env, nodePath: '/nonexistent/node', platform: 'linux' })

    await expect(keychain.get(tokenKey(LIVE))).rejects.toMatchObject({
      code: 'credentials.unavailable',
      message: expect.stringContaining('D-Bus'),
    })
    expect(performance.now() - startedAt).toBeLessThan(atThisLoad(CALL_MS))
  })

  it.skipIf(process.platform !== 'linux')('never falls back to the kernel keyring (P20)', async () => {
    // A list of addresses is not looked at beforehand, so that the library itself has to fail.
    const env = {
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/a;unix:path=/nonexistent/b',
      PATH: process.env['PATH'],
    }
    const keychain = createKeychain({ env, nodePath: process.execPath, platform: 'linux', ...PATIENT })
    const identity = `https://${randomUUID()}.example`
    const key = tokenKey(identity)

    await expect(keychain.set(key, TOKEN)).rejects.toMatchObject({ code: 'credentials.unavailable' })
    keychain.close()

    expect(readFileSync('/proc/keys', 'utf8')).not.toContain(identity)
  })
})
