import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { environmentSecrets } from '../../credentials/env.ts'
import { AppError } from '../../errors.ts'
import { maskPersonal } from '../../journal/mask-personal.ts'
import { redactSecrets } from '../../protocol/redact.ts'
import { rejectLinkedFolders } from '../../storage/files.ts'
import { mapTexts } from '../../text/map-texts.ts'
import type { Diagnosis } from '../../views/doctor.ts'
import { describeJournal } from './bundle/journal.ts'
import { describeProject } from './bundle/project.ts'
import { quietly, type DoctorFacts } from './facts.ts'
import { closedSecrets } from './machine/credentials.ts'
import { within } from './within.ts'

const about = [
  'Support bundle from `app doctor`. It is plain text. Read it before you share it.',
  'Contains: `app doctor` results, versions, app.toml values and journal counts.',
  'Does not contain: secrets, tokens, codes, bodies or headers of deliveries and calls, arguments of the dev command, or names of stores and people.',
]

/** Maximum time for reading the stored secrets. Their values are then searched for in the bundle once more. */
const SECRETS_MS = 3_500

/**
 * Writes a support bundle as text that the user can review, and returns its path. Never overwrites
 * a file. Raises `usage.invalid` for an existing file, and `storage.*`.
 */
export async function writeBundle(facts: DoctorFacts, diagnosis: Diagnosis, file: string): Promise<string> {
  const { cwd } = facts.context
  const path = resolve(cwd, file)
  rejectLinkedFolders({ path, cwd, advice: 'Specify a file in another folder with --bundle.' })
  if (existsSync(path)) throw new AppError('usage.invalid', `${path} already exists, so nothing was written.`)
  const clean = await cleaner(facts)
  const content = `${JSON.stringify(clean(contents(facts, diagnosis)), null, 2)}\n`
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    throw new AppError('storage.unwritable', `The bundle could not be written to ${path}.`, {
      cause,
      suggestions: ['Use a file in a folder that you can write to.'],
    })
  }
  return path
}

function contents(facts: DoctorFacts, diagnosis: Diagnosis): unknown {
  const { context } = facts
  return {
    about,
    madeAt: context.now().toISOString(),
    versions: { svcapp: context.version, ...context.runtime.versions, machine: context.runtime.machine },
    // Only the names of the variables that are set.
    environment: Object.keys(context.env)
      .filter((name) =>
        /^(?:SVCAPP_\w+|CI|NO_COLOR|FORCE_COLOR|BROWSER|HTTPS?_PROXY|NODE_OPTIONS|NODE_ENV)$/.test(name),
      )
      .toSorted(),
    doctor: diagnosis,
    appToml: describeProject(facts.project),
    journal: existsSync(context.paths.journalDb) ? quietly(() => describeJournal(facts)) : null,
  }
}

/** Masks secrets by value and by shape, email addresses, phone numbers and home folders in every text. */
async function cleaner(facts: DoctorFacts): Promise<(value: unknown) => unknown> {
  const { env } = facts.context
  const known = [...environmentSecrets(env), ...(await keptSecrets(facts))]
  const home = env['HOME'] ?? env['USERPROFILE'] ?? ''
  const cleanText = (text: string) => {
    const plain = String(maskPersonal(redactSecrets(plainAddresses(text), known)))
    return home.length > 1 ? plain.replaceAll(home, '~') : plain
  }
  return (value) => mapTexts(value, cleanText, cleanText)
}

/** Removes user and query from URLs, because they may be secret and results quote app.toml. */
function plainAddresses(text: string): string {
  return text.replaceAll(/\bhttps?:\/\/[^\s"'<>\])]+/g, (address) => {
    const url = URL.parse(address)
    return url === null ? '…' : url.origin + url.pathname
  })
}

/** Returns the secrets of every app and target that can be read without a prompt. */
async function keptSecrets(facts: DoctorFacts): Promise<string[]> {
  return within(SECRETS_MS, readAll(facts), () => []).catch(() => [])
}

async function readAll(facts: DoctorFacts): Promise<string[]> {
  if ((await closedSecrets(facts)) !== null) return []
  const { context, targetName } = facts
  const credentials = await context.credentials({ isEmulator: targetName !== 'live' })
  const values: string[] = []
  for (const row of await credentials.list()) {
    const { identity, appKey, kind, storeId, regionId } = row
    if (identity === null || appKey === null || row.backend === 'encrypted-file') continue
    const place = storeId === null ? {} : { storeId, regionId }
    const value = await credentials.stored({ identity, appKey, kind, ...place }).catch(() => null)
    if (value !== null) values.push(value)
  }
  return values
}
