import { existsSync } from 'node:fs'

import { TOKEN_ELSEWHERE } from '../../../client/token-elsewhere.ts'
import type { InstallRow } from '../../../control/contract.ts'
import { whyNotUsed } from '../../../credentials/env.ts'
import { readConfirmed } from '../../../dev/live/console.ts'
import { REMOVE_INSTALLS } from '../../../errors/advice.ts'
import type { Project } from '../../../project/app-toml.ts'
import type { Install } from '../../../project/installs.ts'
import { installSeen } from '../../../webhooks/why/arrived.ts'
import { noLiveInstall } from '../../selection/choose-install.ts'
import { arrivedEver } from '../../webhook/why-received.ts'
import { failed, ok, skipped, warning, worstOf, type Check, type CheckResult } from '../check.ts'
import { quietly, type DoctorFacts } from '../facts.ts'
import { isTokenGiven } from '../machine/credentials.ts'
import { lookIntoJournal } from '../read-journal.ts'
import { withBaseUrl } from '../with-project.ts'
import { installAgain } from './install-again.ts'

export const installs: Check = {
  id: 'installs',
  group: 'platform',
  title: 'installs',
  run: withBaseUrl(async (facts, project) => {
    if (facts.targetError?.code === 'emulator.not-running') {
      return skipped('no emulator is running', { remedy: '`app dev`, or `app emulator start`' })
    }
    const own = facts.installs()
    if (isTokenGiven(facts)) return skipped('calls use SVCAPP_TOKEN instead of an install on record')
    if (own.length === 0) {
      const unused = facts.app === null ? null : whyNotUsed(facts.context.env, { ...facts.app, kind: 'token' })
      if (unused !== null) return skipped(unused, { remedy: 'Correct the variables, or unset SVCAPP_TOKEN.' })
      return facts.targetName === 'live'
        ? unrecorded(facts)
        : skipped('no install on record for this target', { remedy: '`app install`, or `app dev`' })
    }
    const platform = await facts.platform()
    const rows = platform === null ? null : await platform.control.installs({ app: project.config.key })
    const worst = worstOf(await Promise.all(own.map((install) => judge(install, { facts, project, rows }))))
    return worst ?? ok(`${own.map(placeOf).join(', ')}, all required scopes granted`)
  }),
}

/** A delivery proves an install elsewhere, whose token a new install would revoke. */
function unrecorded(facts: DoctorFacts): CheckResult {
  const newest = existsSync(facts.context.paths.journalDb) ? quietly(() => lookIntoJournal(facts, arrivedEver)) : null
  const elsewhere = installSeen(newest)
  return elsewhere === null
    ? skipped('no install on record for this target', { remedy: liveRemedy(facts) })
    : skipped(`${elsewhere}. Only its token is not on this machine`, { remedy: TOKEN_ELSEWHERE })
}

/** On the machine that filled in the console, an install on another machine is unlikely, and every install command warns before it revokes a token. */
function liveRemedy({ app, context }: DoctorFacts): string {
  const isFirst = app !== null && readConfirmed({ ...app, paths: context.paths }) !== null
  return (isFirst ? noLiveInstall.toReversed() : noLiveInstall).join(' ')
}

interface InstallFacts {
  readonly facts: DoctorFacts
  readonly project: Project
  /** The emulator's installs, or null if it cannot be asked. */
  readonly rows: readonly InstallRow[] | null
}

/** The consent page shows the scopes saved in the console. */
const CONSOLE_FIRST = 'Save requested_scopes in the developer console first. '

async function judge(install: Install, { facts, project, rows }: InstallFacts): Promise<CheckResult> {
  const { required } = project.config.scopes
  const details = { storeId: install.storeId, regionId: install.regionId, granted: install.scopes, required }
  const row = rows?.find(
    ({ storeId, regionId, removedAt }) =>
      removedAt === null && storeId === install.storeId && regionId === install.regionId,
  )
  if (rows !== null && row === undefined) {
    const remedy = await installAgain(facts, install)
    return failed(`${placeOf(install)}: the emulator no longer has this install, which is on record on this machine`, {
      remedy,
      details,
    })
  }
  const missing = required.filter((scope) => !install.scopes.includes(scope))
  if (missing.length > 0) {
    const remedy = (facts.targetName === 'live' ? CONSOLE_FIRST : '') + (await installAgain(facts, install))
    const found = `the install in ${placeOf(install)} lacks scopes that app.toml requires: ${missing.join(', ')}`
    return failed(found, { remedy, details })
  }
  if (facts.targetName === 'live' && install.installScope !== project.config.installScope) {
    return otherScope(install, { facts, wanted: project.config.installScope, details })
  }
  if (row?.subscription === 'P') {
    return warning(`${placeOf(install)}: payment pending, so every call returns 402`, {
      remedy: `\`app emulator plan paid --store ${row.storeCode}\``,
      details,
    })
  }
  const silent = row === undefined ? [] : project.config.webhooks.topics.filter((topic) => !row.topics.includes(topic))
  if (silent.length === 0) return ok(placeOf(install))
  return warning(`${placeOf(install)}: no subscription for ${silent.join(', ')}`, {
    remedy: `\`app webhook why ${silent[0]}\``,
    details,
  })
}

interface ScopeFacts extends Pick<InstallFacts, 'facts'> {
  readonly wanted: string
  readonly details: Readonly<Record<string, unknown>>
}

/** The platform rejects the token as soon as the console has the other scope (TOK-021). */
function otherScope(install: Install, { facts: { app, context }, wanted, details }: ScopeFacts): CheckResult {
  const { installScope } = install
  const found = `${placeOf(install)}: installed with install_scope ${installScope}, but app.toml has ${wanted}`
  const confirmed = app === null ? null : readConfirmed({ ...app, paths: context.paths })
  return confirmed?.fields.install_scope === wanted
    ? warning(`${found}, as confirmed for the console. The platform then rejects this token (401)`, {
        remedy: REMOVE_INSTALLS,
        details,
      })
    : warning(`${found}. Once the console has the new scope too, the platform rejects this token (401)`, {
        remedy: `Keep install_scope ${installScope}, or have the app uninstalled in the store admin before you save the new scope. Then install it again.`,
        details,
      })
}

export function placeOf({ storeId, storeCode, regionId }: Install): string {
  return `store ${storeCode ?? storeId}${regionId === null ? ', all regions' : `, region ${regionId}`}`
}
