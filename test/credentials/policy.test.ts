import { existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { indexFile } from '../../src/credentials/credential-index.ts'
import { createKeychain } from '../../src/credentials/keychain.ts'
import { openCredentials } from '../../src/credentials/policy.ts'
import { isLong } from '../support/machine/long-run.ts'
import { atThisLoad } from '../support/machine/machine-load.ts'
import {
  CLIENT_SECRET,
  drive,
  EMULATOR,
  everythingIn,
  filesWith,
  LIVE,
  makeFolder,
  makePaths,
  secretKey,
  TOKEN,
  tokenKey,
} from './support.ts'

const NOON = new Date('2026-11-21T12:00:00.000Z')
const PASSPHRASE = { SVCAPP_CREDENTIALS: 'file', SVCAPP_PASSPHRASE: 'four words of mine' }

interface BackendInput {
  readonly env?: Record<string, string>
  readonly isEmulator?: boolean
  readonly now?: () => Date
  readonly paths?: ReturnType<typeof makePaths>
  /** The file of a stand-in for the keychain process. */
  readonly programFile?: string
  readonly offerFile?: (question: string) => Promise<boolean>
}

/** Credentials of a machine without a D-Bus session, unless a stand-in brings a keychain. */
function open(input: BackendInput = {}) {
  const { env = {}, isEmulator = false, now = () => NOON, paths = makePaths(), programFile, offerFile } = input
  const notices: string[] = []
  const machine = { env, nodePath: process.execPath, platform: programFile === undefined ? 'linux' : 'darwin' }
  const keychain = createKeychain({ ...machine, ...(programFile === undefined ? {} : { programFile }) })
  const credentials = openCredentials({
    ...machine,
    keychain,
    paths,
    isEmulator,
    now,
    notice: (line) => void notices.push(line),
    ...(offerFile === undefined ? {} : { offerFile }),
    cost: { N: 1024, r: 8, p: 1 },
  })
  return { credentials, notices, paths }
}

/** A keychain process that keeps its items in a file and writes down what it was asked for. `body` may make it fail. */
function makeKeychainProcess(failure?: string) {
  const folder = makeFolder()
  const programFile = join(folder, 'keychain-process.mjs')
  const asked = join(folder, 'asked')
  const reply =
    failure === undefined ? 'perform(request)' : JSON.stringify({ ok: false, failure: 'call', message: failure })
  writeFileSync(
    programFile,
    `import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
     const items = ${JSON.stringify(join(folder, 'items'))}
     const perform = ({ op, account, value }) => {
       const all = existsSync(items) ? JSON.parse(readFileSync(items, 'utf8')) : {}
       const before = all[account]
       if (op === 'set') all[account] = value
       if (op === 'remove') delete all[account]
       writeFileSync(items, JSON.stringify(all))
       return { ok: true, value: op === 'get' ? (before ?? null) : op === 'remove' ? before !== undefined : null }
     }
     process.stdin.on('end', () => process.exit())
     process.stdin.setEncoding('utf8').on('data', (text) => {
       for (const line of text.trim().split('\\n')) {
         const request = JSON.parse(line)
         appendFileSync(${JSON.stringify(asked)}, request.op + '\\n')
         process.stdout.write(JSON.stringify({ id: request.id, reply: ${reply} }) + '\\n')
       }
     })
     process.stdout.write('{"id":0}\\n')`,
  )
  return { programFile, asked: () => (existsSync(asked) ? readFileSync(asked, 'utf8').trim().split('\n') : []) }
}

describe('the environment', () => {
  it('has precedence, and the keychain is not started (P20 APP-011)', async () => {
    const { programFile, asked } = makeKeychainProcess()
    const env = { SVCAPP_TOKEN: TOKEN, SVCAPP_CLIENT_SECRET: CLIENT_SECRET, SVCAPP_SIGNING_SECRET: 'ab'.repeat(32) }
    const { credentials, paths } = open({ env, programFile })

    const values = [
      await credentials.get(tokenKey(LIVE)),
      await credentials.get(secretKey(LIVE)),
      await credentials.get({ ...secretKey(LIVE), kind: 'signing-secret' }),
    ]

    expect(values).toEqual([TOKEN, CLIENT_SECRET, 'ab'.repeat(32)])
    expect(asked()).toEqual([])
    expect(existsSync(paths.home)).toBe(false)
    // The same stand-in is asked as soon as the environment has nothing.
    await credentials.get({ ...secretKey(LIVE), kind: 'token-key' })
    expect(asked()).toEqual(['get'])
  })

  it('does not replace the stored secrets of other apps', async () => {
    const { programFile } = makeKeychainProcess()
    const { credentials } = open({ env: { SVCAPP_CLIENT_SECRET: CLIENT_SECRET }, programFile })
    await credentials.set(secretKey(LIVE, 'app.other.one'), 'cs_other')

    expect(await credentials.stored(secretKey(LIVE, 'app.other.one'))).toBe('cs_other')
    expect(await credentials.stored(secretKey(LIVE))).toBeNull()
  })

  it('is rejected as a place for a new token before a browser opens, and so is a place that it hides (P19)', async () => {
    await expect(open({ env: { SVCAPP_CREDENTIALS: 'env' } }).credentials.probe()).rejects.toMatchObject({
      code: 'credentials.unavailable',
    })
    await expect(open({ env: { SVCAPP_TOKEN: TOKEN } }).credentials.probe()).rejects.toMatchObject({
      code: 'credentials.rejected',
      message: expect.not.stringContaining(TOKEN),
    })
  })

  it('is not used for the emulator, which one note reports unless the value is the same (T25)', async () => {
    const env = { SVCAPP_TOKEN: TOKEN, SVCAPP_CLIENT_SECRET: CLIENT_SECRET }
    const { credentials, notices } = open({ env, isEmulator: true })
    await credentials.set(secretKey(EMULATOR), CLIENT_SECRET)
    notices.length = 0

    expect(await credentials.get(secretKey(EMULATOR))).toBe(CLIENT_SECRET)
    expect(notices).toEqual([])
    expect(await credentials.get(tokenKey(EMULATOR))).toBeNull()
    expect(await credentials.get(secretKey(EMULATOR, 'app.other.one'))).toBeNull()
    expect(notices).toEqual([
      'SVCAPP_TOKEN is set but not used on the emulator. To use it there, set SVCAPP_TARGET=emulator too.',
    ])
    // A new token of the emulator is used, so nothing hides it.
    await expect(credentials.probe({ identity: EMULATOR })).resolves.toMatchObject({ backend: 'file' })
  })

  it('is reported as the source of a secret, before the storing backend', async () => {
    const { programFile } = makeKeychainProcess()
    const stored = open({ programFile })
    await stored.credentials.set(secretKey(LIVE), 'cs_stored')
    const { credentials } = open({ programFile, paths: stored.paths, env: { SVCAPP_CLIENT_SECRET: CLIENT_SECRET } })

    expect(credentials.source(secretKey(LIVE))).toEqual({
      backend: 'environment',
      where: 'SVCAPP_CLIENT_SECRET',
      savedAt: null,
    })
    expect(stored.credentials.source(secretKey(LIVE))).toEqual({
      backend: 'keychain',
      where: expect.stringContaining('keychain'),
      savedAt: NOON,
    })
    expect(stored.credentials.source(tokenKey(LIVE))).toBeNull()
  })

  it('is the only source if it was chosen', async () => {
    const { programFile, asked } = makeKeychainProcess()
    const { credentials } = open({ env: { SVCAPP_CREDENTIALS: 'env', SVCAPP_TOKEN: TOKEN }, programFile })

    expect(await credentials.get(tokenKey(LIVE))).toBe(TOKEN)
    expect(await credentials.get(secretKey(LIVE))).toBeNull()
    expect(await credentials.remove(secretKey(LIVE))).toBe(false)
    await expect(credentials.set(secretKey(LIVE), 'cs_x')).rejects.toMatchObject({ code: 'credentials.unavailable' })
    expect(asked()).toEqual([])
  })
})

describe('live secrets', () => {
  it('are not stored without a keychain, with advice on the next step (P19 P20)', async () => {
    const { credentials, paths } = open()

    for (const attempt of [
      () => credentials.set(tokenKey(LIVE), TOKEN),
      () => credentials.get(tokenKey(LIVE)),
      () => credentials.probe(),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 'credentials.unavailable',
        oclif: { exit: 3 },
        suggestions: expect.arrayContaining([
          expect.stringContaining('SVCAPP_CREDENTIALS=file'),
          expect.stringContaining('SVCAPP_TOKEN'),
        ]),
      })
    }
    expect(existsSync(paths.home)).toBe(false)
  })

  it('are stored in the encrypted file if it was chosen, and are readable nowhere', async () => {
    const { credentials, paths, notices } = open({ env: PASSPHRASE })
    const placement = await credentials.set(tokenKey(LIVE), TOKEN)

    const again = open({ env: PASSPHRASE, paths })

    expect(placement).toEqual({ backend: 'encrypted-file', where: paths.credentialsFile })
    expect(await again.credentials.probe()).toEqual(placement)
    expect(await again.credentials.get(tokenKey(LIVE))).toBe(TOKEN)
    expect(await again.credentials.remove(tokenKey(LIVE))).toBe(true)
    expect(await again.credentials.list()).toEqual([])
    expect(notices).toEqual([])
  })

  it('are stored in and read from an existing encrypted file without a choice or a keychain', async () => {
    const { paths } = open({ env: PASSPHRASE })
    await open({ env: PASSPHRASE, paths }).credentials.set(tokenKey(LIVE), TOKEN)
    const { SVCAPP_PASSPHRASE } = PASSPHRASE
    const { credentials } = open({ env: { SVCAPP_PASSPHRASE }, paths })
    const placement = { backend: 'encrypted-file', where: paths.credentialsFile }

    expect(await credentials.get(secretKey(LIVE))).toBeNull()
    expect(await credentials.probe()).toEqual(placement)
    expect(await credentials.set(secretKey(LIVE), CLIENT_SECRET)).toEqual(placement)
    rmSync(indexFile(paths))
    const later = open({ env: { SVCAPP_PASSPHRASE }, paths }).credentials
    expect(await later.get(secretKey(LIVE))).toBe(CLIENT_SECRET)
    expect(await later.remove(secretKey(LIVE))).toBe(true)
    expect(await later.get(secretKey(LIVE))).toBeNull()
    expect(statSync(paths.credentialsFile).mode & 0o777).toBe(0o600)
    expect(filesWith(paths.home, TOKEN)).toEqual([])
  })

  it.each([
    ['the keychain was chosen', { SVCAPP_CREDENTIALS: 'keychain' }, undefined, 'credentials.unavailable'],
    ['the keychain is only locked', {}, 'object locked', 'credentials.locked'],
  ])('are not stored in the encrypted file when %s', async (_, env, failure, code) => {
    const { paths, credentials: chosen } = open({ env: PASSPHRASE })
    await chosen.set(tokenKey(LIVE), TOKEN)
    const keychain = failure === undefined ? {} : { programFile: makeKeychainProcess(failure).programFile }
    const { SVCAPP_PASSPHRASE } = PASSPHRASE
    const offerFile = () => Promise.reject(new Error('Offered.'))

    const { credentials } = open({ env: { ...env, SVCAPP_PASSPHRASE }, paths, offerFile, ...keychain })

    await expect(credentials.set(secretKey(LIVE), CLIENT_SECRET)).rejects.toMatchObject({ code })
    await expect(credentials.probe()).rejects.toMatchObject({ code })
  })

  it('are offered a new encrypted file without a keychain, unless the probe is quiet', async () => {
    const offers: string[] = []
    const answers = [false, true]
    const offerFile = async (question: string) => (offers.push(question), answers.shift() === true)
    const { SVCAPP_PASSPHRASE } = PASSPHRASE
    const { credentials, paths } = open({ env: { SVCAPP_PASSPHRASE }, offerFile })
    const unavailable = { code: 'credentials.unavailable' }

    await expect(credentials.probe({ identity: LIVE, isQuiet: true })).rejects.toMatchObject(unavailable)
    await expect(credentials.get(tokenKey(LIVE))).rejects.toMatchObject(unavailable)
    expect(offers).toEqual([])
    await expect(credentials.probe()).rejects.toMatchObject(unavailable)
    expect(existsSync(paths.home)).toBe(false)
    expect(await credentials.probe()).toMatchObject({ backend: 'encrypted-file' })
    expect(await credentials.set(tokenKey(LIVE), TOKEN)).toMatchObject({ backend: 'encrypted-file' })
    expect(offers).toEqual(Array(2).fill('This machine has no keychain. Store secrets in an encrypted file?'))
  })

  it('are unavailable if only a user can enter the passphrase of their file', async () => {
    const { paths, credentials } = open({ env: PASSPHRASE })
    const live = { identity: LIVE }
    const isClosed = (input: BackendInput) => open({ paths, ...input }).credentials.isClosed(live)

    expect(await isClosed({})).toBe(false)
    await credentials.set(tokenKey(LIVE), TOKEN)

    expect(await isClosed({})).toBe(true)
    expect(await isClosed({ env: { SVCAPP_CREDENTIALS: 'file' } })).toBe(true)
    expect(await isClosed({ env: { SVCAPP_PASSPHRASE: PASSPHRASE.SVCAPP_PASSPHRASE } })).toBe(false)
    expect(await isClosed({ env: { SVCAPP_CREDENTIALS: 'keychain' } })).toBe(false)
    expect(await isClosed({ programFile: makeKeychainProcess().programFile })).toBe(false)
    expect(await open({ paths }).credentials.isClosed({ identity: EMULATOR })).toBe(false)
  })

  it('are found where they were stored, even if no backend is chosen later (TOK-017)', async () => {
    const { paths, credentials } = open({ env: PASSPHRASE })
    await credentials.set(tokenKey(LIVE), TOKEN)

    const { programFile, asked } = makeKeychainProcess()
    const later = open({ env: { SVCAPP_PASSPHRASE: PASSPHRASE.SVCAPP_PASSPHRASE }, paths, programFile })

    expect(await later.credentials.get(tokenKey(LIVE))).toBe(TOKEN)
    expect(asked()).toEqual([])
  })

  it('are found in the keychain even if the state folder was lost (TOK-017)', async () => {
    const { programFile } = makeKeychainProcess()
    await open({ programFile }).credentials.set(tokenKey(LIVE), TOKEN)

    const { credentials } = open({ programFile })

    expect(await credentials.get(tokenKey(LIVE))).toBe(TOKEN)
    expect(await credentials.remove(tokenKey(LIVE))).toBe(true)
    expect(await credentials.get(tokenKey(LIVE))).toBeNull()
  })

  it('belong to one origin, and the same app on another origin has none (T25)', async () => {
    const { credentials } = open({ env: PASSPHRASE })
    await credentials.set(secretKey(LIVE), CLIENT_SECRET)

    expect(await credentials.get(secretKey('https://evil.example'))).toBeNull()
    expect(await credentials.get(secretKey(EMULATOR))).toBeNull()
  })

  it('are no longer listed after their removal from the keychain', async () => {
    const paths = makePaths()
    await open({ programFile: makeKeychainProcess().programFile, paths }).credentials.set(tokenKey(LIVE), TOKEN)

    const { credentials } = open({ programFile: makeKeychainProcess().programFile, paths })

    expect(await credentials.list()).toHaveLength(1)
    expect(await credentials.get(tokenKey(LIVE))).toBeNull()
    expect(await credentials.list()).toEqual([])
  })

  it('are not stored if empty', async () => {
    await expect(open({ env: PASSPHRASE }).credentials.set(secretKey(LIVE), '')).rejects.toMatchObject({
      code: 'credentials.rejected',
    })
  })
})

describe('emulator secrets', () => {
  it.each([
    ['there is no keychain', undefined],
    ['the keychain is locked', 'unlock prompt was dismissed'],
  ])('are stored in a 0600 file with one notice when %s', async (_, failure) => {
    const { credentials, notices, paths } = open({
      isEmulator: true,
      ...(failure === undefined ? {} : { programFile: makeKeychainProcess(failure).programFile }),
    })

    await credentials.probe({ identity: EMULATOR })
    const placement = await credentials.set(tokenKey(EMULATOR), TOKEN)
    await credentials.set(secretKey(EMULATOR), CLIENT_SECRET)

    expect(placement).toEqual({ backend: 'file', where: paths.emulatorSecretsFile })
    expect(statSync(paths.emulatorSecretsFile).mode & 0o777).toBe(0o600)
    expect(notices).toEqual(['Without a keychain, emulator secrets are in a file only you can read (0600).'])
    expect(await credentials.get(tokenKey(EMULATOR))).toBe(TOKEN)
    expect(filesWith(paths.home, TOKEN)).toEqual([paths.emulatorSecretsFile])
  })

  it('are reported once, not by each command', async () => {
    const first = open({ isEmulator: true })
    await first.credentials.set(tokenKey(EMULATOR), TOKEN)

    const second = open({ isEmulator: true, paths: first.paths })
    await second.credentials.set(tokenKey('emulator:another'), TOKEN)

    expect([first.notices.length, second.notices]).toEqual([1, []])
  })

  it('are stored in the keychain if there is one', async () => {
    const { programFile } = makeKeychainProcess()
    const { credentials, notices, paths } = open({ isEmulator: true, programFile })

    expect(await credentials.set(tokenKey(EMULATOR), TOKEN)).toMatchObject({ backend: 'keychain' })
    expect(await credentials.get(tokenKey(EMULATOR))).toBe(TOKEN)
    expect([notices, filesWith(paths.home, TOKEN)]).toEqual([[], []])
  })

  it('stay together in the file, so that commands try a failing keychain only once (P20)', async () => {
    const { programFile, asked } = makeKeychainProcess('object locked')
    const { credentials, paths } = open({ isEmulator: true, programFile })
    await credentials.set(secretKey(EMULATOR), CLIENT_SECRET)
    const before = asked().length

    const later = open({ isEmulator: true, programFile, paths })
    await later.credentials.probe({ identity: EMULATOR })
    await later.credentials.set(tokenKey(EMULATOR), TOKEN)
    await later.credentials.get(tokenKey(EMULATOR))

    expect(before).toBe(1)
    expect(asked()).toHaveLength(before)
  })

  it('are null, not an error, without a keychain', async () => {
    const { credentials } = open({ isEmulator: true })

    expect(await credentials.get(tokenKey(EMULATOR))).toBeNull()
    expect(await credentials.remove(tokenKey(EMULATOR))).toBe(false)
  })

  it('are stored nowhere else if the keychain was chosen', async () => {
    const { credentials } = open({ isEmulator: true, env: { SVCAPP_CREDENTIALS: 'keychain' } })

    await expect(credentials.set(tokenKey(EMULATOR), TOKEN)).rejects.toMatchObject({ code: 'credentials.unavailable' })
  })

  it('need no passphrase if a file was chosen', async () => {
    const { credentials, notices } = open({ isEmulator: true, env: { SVCAPP_CREDENTIALS: 'file' } })

    expect(await credentials.set(tokenKey(EMULATOR), TOKEN)).toMatchObject({ backend: 'file' })
    expect(notices).toEqual([])
  })

  it('never include a live secret, with any current target (T17)', async () => {
    const { credentials, paths } = open({ isEmulator: true })

    await expect(credentials.set(tokenKey(LIVE), TOKEN)).rejects.toMatchObject({ code: 'credentials.unavailable' })
    expect(existsSync(paths.emulatorSecretsFile)).toBe(false)
  })
})

describe('listing', () => {
  it('shows backend, location and age of each secret, and never a value (GEN-003)', async () => {
    const { programFile } = makeKeychainProcess()
    const paths = makePaths()
    await open({ programFile, paths }).credentials.set(tokenKey(LIVE), TOKEN)
    await open({ isEmulator: true, paths }).credentials.set(secretKey(EMULATOR), CLIENT_SECRET)

    const later = () => new Date(NOON.getTime() + 90_000)
    const rows = await open({ paths, now: later, env: { SVCAPP_SIGNING_SECRET: 'ab'.repeat(32) } }).credentials.list()

    const saved = { savedAt: NOON, ageMs: 90_000, appKey: 'app.acme.loyalty' }
    expect(rows).toMatchObject([
      { backend: 'environment', where: 'SVCAPP_SIGNING_SECRET', kind: 'signing-secret', ageMs: null },
      {
        backend: 'file',
        where: paths.emulatorSecretsFile,
        identity: EMULATOR,
        kind: 'client-secret',
        storeId: null,
        ...saved,
      },
      { backend: 'keychain', identity: LIVE, kind: 'token', storeId: 1001, regionId: 7, ...saved },
    ])
    expect(rows[2]?.where).not.toBe('')
    expect(JSON.stringify(rows)).not.toMatch(/svcapp_1001|cs_planted|abab/)
  })

  it('accesses neither keychain nor passphrase', async () => {
    const { paths, credentials } = open({ env: PASSPHRASE })
    await credentials.set(tokenKey(LIVE), TOKEN)
    const { programFile, asked } = makeKeychainProcess()

    const rows = await open({ paths, programFile }).credentials.list()

    expect(rows).toMatchObject([{ backend: 'encrypted-file' }])
    expect(asked()).toEqual([])
  })
})

it('rejects an unknown choice', () => {
  expect(() => open({ env: { SVCAPP_CREDENTIALS: 'cloud' } })).toThrow(
    expect.objectContaining({ code: 'usage.invalid' }),
  )
})

describe('files', () => {
  it('are accessible only to this user, under any umask (T17)', async () => {
    const home = join(makeFolder(), 'state')
    const env = { SVCAPP_HOME: home }
    const options = { env: { ...env, ...PASSPHRASE }, before: 'umask 000' }

    await drive({ ...options, steps: [{ method: 'set', key: tokenKey(LIVE), value: TOKEN }] })
    await drive({ ...options, isEmulator: true, steps: [{ method: 'set', key: tokenKey(EMULATOR), value: TOKEN }] })

    const modes = everythingIn(home).map((path) => [path, statSync(path).mode & 0o077] as const)
    expect(modes.length).toBeGreaterThan(3)
    expect(modes.filter(([, open]) => open !== 0)).toEqual([])
  })

  it('are rejected if a link replaces them (T20)', async () => {
    const paths = makePaths()
    const victim = join(makeFolder(), 'victim')
    writeFileSync(victim, 'mine')
    mkdirSync(dirname(paths.emulatorSecretsFile), { recursive: true })
    symlinkSync(victim, paths.emulatorSecretsFile)

    await expect(open({ isEmulator: true, paths }).credentials.set(tokenKey(EMULATOR), TOKEN)).rejects.toMatchObject({
      code: 'storage.symlink',
    })
    expect(readFileSync(victim, 'utf8')).toBe('mine')
  })

  it.each([
    ['the file of the emulator', EMULATOR, {}, 20],
    ['the encrypted file', LIVE, PASSPHRASE, isLong ? 20 : 6],
  ])('lose nothing if many processes write concurrently: %s (P14)', async (_, identity, chosen, count) => {
    const env = { SVCAPP_HOME: join(makeFolder(), 'state'), ...chosen }
    const stores = Array.from({ length: count }, (_, index) => 2_000 + index)

    const written = await Promise.all(
      stores.map((storeId) =>
        drive({ env, steps: [{ method: 'set', key: tokenKey(identity, storeId), value: `${TOKEN}${storeId}` }] }),
      ),
    )
    const read = await drive({
      env,
      steps: [
        { method: 'list' },
        ...stores.map((storeId) => ({ method: 'get' as const, key: tokenKey(identity, storeId) })),
      ],
    })

    const [list, ...values] = read.answers
    expect(written.flatMap(({ answers }) => answers.map(({ error }) => error))).toEqual(stores.map(() => undefined))
    expect(list?.value).toHaveLength(count)
    expect(values.map(({ value }) => value)).toEqual(stores.map((storeId) => `${TOKEN}${storeId}`))
  })

  it('a command on a machine without a session is not slowed down (P20)', async () => {
    const env = { SVCAPP_HOME: join(makeFolder(), 'state') }

    const { answers } = await drive({
      env,
      isEmulator: true,
      steps: [
        { method: 'get', key: tokenKey(EMULATOR) },
        { method: 'set', key: tokenKey(EMULATOR), value: TOKEN },
      ],
    })

    expect(answers).toMatchObject([{ value: null }, { value: { backend: 'file' } }])
    expect(answers.every(({ ms }) => ms < atThisLoad(1_000))).toBe(true)
  })
})
