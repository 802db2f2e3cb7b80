import { randomBytes } from 'node:crypto'
import { after } from 'node:test'

import type { Log } from '../../src/log.ts'
import type { Database } from '../../src/state/database.ts'
import { openPostgresState } from '../../src/state/postgres-state.ts'
import { openPostgres } from '../../src/state/postgres.ts'
import type { State } from '../../src/state/state.ts'

const silent: Log = () => {}

/** A database of a test's own on the server that TEST_DATABASE_URL names. */
export async function newDatabase(): Promise<string> {
  return addressOf(await make('template0'))
}

/** A state in a database of a test's own, ready. The caller closes it. */
export async function openTestPostgres(log: Log): Promise<State> {
  const url = addressOf(await make(await migrated()))
  const state = openPostgresState({ url, role: 'worker', log })
  await state.isReady
  return state
}

const made: string[] = []
let admin: Database | undefined
let original: Promise<string> | undefined

/** Migrated once for all tests of a file: a copy costs a tenth. */
function migrated(): Promise<string> {
  original ??= (async () => {
    const name = await make('template0')
    const state = openPostgresState({ url: addressOf(name), role: 'worker', log: silent })
    await state.isReady
    await state.close()
    return name
  })()
  return original
}

async function make(template: string): Promise<string> {
  const name = `app_test_${randomBytes(6).toString('hex')}`
  await ask(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  made.push(name)
  return name
}

/** Without a time limit: CREATE and DROP DATABASE wait for a checkpoint, which takes long on a slow disk. */
async function ask(text: string): Promise<void> {
  admin ??= openPostgres({ url: addressOf(), name: 'app tests', connections: 1, patienceMs: null, log: silent })
  await admin.sql(text)
}

after(async () => {
  for (const name of made) await ask(`DROP DATABASE ${name} WITH (FORCE)`)
  await admin?.close()
})

function addressOf(name?: string): string {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  if (name !== undefined) url.pathname = `/${name}`
  return url.href
}
