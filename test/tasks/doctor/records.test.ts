import { rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { expect, it } from 'vitest'

import { createLimiter } from '../../../src/client/limiter.ts'
import { createIndex, indexFile } from '../../../src/credentials/credential-index.ts'
import { openCodeLedger } from '../../../src/install/ledger.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { openInstalls } from '../../../src/project/installs.ts'
import type { StatePaths } from '../../../src/project/paths.ts'
import { journal } from '../../../src/tasks/doctor/events/journal.ts'
import { records } from '../../../src/tasks/doctor/machine/records.ts'
import { NOON } from '../../support/context.ts'
import { makeProject } from '../../support/project.ts'
import { diagnose, runCheck } from './support.ts'

const key = { identity: 'https://live.example', appKey: 'app.acme.x', kind: 'token' } as const

/** A project after some work: each small file of the state folder is there, and sound. */
async function makeUsed() {
  const { context } = makeProject()
  const { paths } = context
  openInstalls(paths).close()
  openCodeLedger(paths.codesDb).close()
  openJournal({ path: paths.journalDb, appKey: 'app.acme.x' }).close()
  const entry = { backend: 'keychain', where: 'the keychain', key, savedAt: NOON } as const
  await createIndex(indexFile(paths)).put(entry)
  const limiter = createLimiter({ path: paths.limiterDb, now: () => NOON, sleep: async () => {} })
  await limiter.acquire({ key: 'k', perMinute: 10 })
  limiter.close()
  writeFileSync(paths.emulatorSecretsFile, '{}')
  return { context, paths }
}

function setVersion(path: string, version: number): void {
  const db = new DatabaseSync(path)
  db.exec(`PRAGMA user_version = ${version}`)
  db.close()
}

const files: Readonly<Record<string, (paths: StatePaths) => string>> = {
  'state.db': ({ stateDb }) => stateDb,
  'credentials-index.db': indexFile,
  'codes.db': ({ codesDb }) => codesDb,
  'limiter.db': ({ limiterDb }) => limiterDb,
}
const newer = { state: 'failed', remedy: 'Update svcapp, or set SVCAPP_HOME to another folder.' }

it('is ok after the project was used, and skipped before', async () => {
  const { context } = await makeUsed()
  const { context: unused } = makeProject()

  expect(await runCheck(context, records)).toMatchObject({ state: 'ok', found: '5 valid files' })
  expect(await runCheck(unused, records)).toMatchObject({ state: 'skipped' })
})

it.each(Object.entries(files))('reports %s of a newer version or corrupted', async (_name, pathIn) => {
  const { context, paths } = await makeUsed()
  const path = pathIn(paths)

  setVersion(path, 99)
  const later = await runCheck(context, records)
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
  writeFileSync(path, Buffer.alloc(20_000, 0xa5))

  expect(later).toMatchObject({
    ...newer,
    found: expect.stringMatching(/was written by a newer version of svcapp \(format 99, .* up to \d+\)\.$/),
  })
  expect(await runCheck(context, records)).toMatchObject({
    state: 'failed',
    found: `Cannot open the database ${path}.`,
    remedy: 'Rename the file. The next command creates a new database.',
  })
})

it('reports state.db of a preview, and suggests the command that moves it aside', async () => {
  const { context, paths } = await makeUsed()
  setVersion(paths.stateDb, 1)

  expect(await runCheck(context, records)).toMatchObject({
    state: 'failed',
    found: `${paths.stateDb} was written by a preview version of svcapp and cannot be read.`,
    remedy: `mv ${paths.stateDb} ${paths.stateDb}.old`,
  })
})

it.each([
  ['{"format":"svcapp-credentials","version":2}', 'newer version'],
  ['{"format":"other"}', 'damaged'],
  ['junk', 'damaged'],
])('reports an encrypted file with %j without a passphrase', async (text, words) => {
  const { context, paths } = await makeUsed()
  writeFileSync(paths.credentialsFile, text)

  expect(await runCheck(context, records)).toMatchObject({ state: 'failed', found: expect.stringContaining(words) })
})

it('reports a corrupted file of the emulator secrets', async () => {
  const { context, paths } = await makeUsed()
  writeFileSync(paths.emulatorSecretsFile, '[')

  expect((await diagnose(context)).of('records')).toMatchObject({
    state: 'failed',
    found: `${paths.emulatorSecretsFile} is damaged. It was left unchanged.`,
  })
})

it.each([
  [99, newer],
  [1, { state: 'failed', remedy: expect.stringMatching(/^mv \S+journal\.db \S+journal\.db\.old$/) as string }],
])('reports a journal of version %i', async (version, expected) => {
  const { context, paths } = await makeUsed()
  setVersion(paths.journalDb, version)

  expect(await runCheck(context, journal)).toMatchObject(expected)
})
