import { messages } from '../../../catalog/errors.ts'
import { context } from '../../../catalog/resources/context.ts'
import { TOKEN_ELSEWHERE } from '../../../client/token-elsewhere.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { PAY_PLAN } from '../../../errors/advice.ts'
import { withInstalls, type Install } from '../../../project/installs.ts'
import { liveLevel } from '../../../project/live/live-lock.ts'
import { isTrustedOrigin } from '../../../project/origin-trust.ts'
import type { Target } from '../../../project/targets.ts'
import { plainWord } from '../../../text/shell.ts'
import { openInstall, type ClientInput } from '../../call/open-client.ts'
import { failed, ok, skipped, warning, worstOf, type Check, type CheckResult } from '../check.ts'
import type { DoctorFacts } from '../facts.ts'
import { closedSecrets, isTokenGiven } from '../machine/credentials.ts'
import { unlessTypo, withProject } from '../with-project.ts'
import { INSTALL_ON_LIVE, installAgain } from './install-again.ts'
import { placeOf } from './installs.ts'

/** Each call counts toward the token's budget. */
const MOST_CALLS = 5

/** Checks whether the platform accepts the stored token. Every new exchange revokes it, also one by another client. */
export const token: Check = {
  id: 'token',
  group: 'platform',
  title: 'token',
  run: withProject(async (facts, project) => {
    const { target } = facts
    if (target === null) return skipped('no target to check')
    const own = facts.installs()
    // Calls use the environment's token instead of a stored one.
    const isGiven = isTokenGiven(facts)
    if (own.length === 0 && !isGiven) return unlessTypo(facts, () => skipped('no install on record'))
    const closed = isGiven ? null : await closedSecrets(facts)
    if (closed !== null) return closed
    if (liveLevel(facts.context.env, target) === 'off') return skipped('the live platform is switched off')
    if (!isTrustedOrigin(facts.context, target)) {
      const found = `sending secrets to ${target.baseUrl.origin} has not been allowed yet`
      return unlessTypo(facts, () => skipped(found, { remedy: '`app context`' }))
    }
    const silent = await unresponsive(facts, target)
    if (silent !== null) return silent
    const wanted = { project, target, store: undefined, region: undefined }
    const tools = { ...facts.context, send: facts.send }
    if (isGiven) return await givenToken(tools, wanted)
    const results = await Promise.all(
      own.slice(0, MOST_CALLS).map(async (install) => {
        try {
          const { client, close } = await openInstall(tools, wanted, { install, current: null })
          await client.call(context.get).finally(close)
          storeTokenStatus(facts, install, true)
          return ok(`accepted by the platform: ${placeOf(install)}`)
        } catch (error) {
          return await rejected(error, install, facts)
        }
      }),
    )
    return worstOf(results) ?? summed(results)
  }),
}

/** The target check reports the failure. */
async function unresponsive(facts: DoctorFacts, { name }: Target): Promise<CheckResult | null> {
  if (name === 'emulator') return (await facts.platform()) === null ? skipped('the emulator does not respond') : null
  const answer = await facts.liveAnswer('base_url')
  const isUp = answer === null || (!(answer instanceof Error) && answer.status < 500)
  return isUp ? null : skipped('not checked, because the platform did not respond')
}

async function givenToken(tools: Context, wanted: ClientInput): Promise<CheckResult> {
  try {
    const { install, close } = await openInstall(tools, wanted, { install: null, current: null })
    close()
    return ok(`SVCAPP_TOKEN is accepted by the platform: ${placeOf(install)}`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code } = error
    if (code === 'api.payment-pending')
      return warning('SVCAPP_TOKEN: payment pending (402)', { remedy: PAY_PLAN[wanted.target.name], details: { code } })
    if (code !== 'api.unauthorized') throw error
    const remedy = 'Set SVCAPP_TOKEN to the token of an active install, or unset it.'
    return failed('the platform rejects SVCAPP_TOKEN (401)', { remedy, details: { code } })
  }
}

function summed(results: readonly CheckResult[]): CheckResult {
  const [only] = results
  return results.length === 1 && only !== undefined ? only : ok(`the platform accepts all ${results.length} tokens`)
}

async function rejected(error: unknown, install: Install, facts: DoctorFacts): Promise<CheckResult> {
  if (!(error instanceof AppError)) throw error
  const place = placeOf(install)
  const details = { code: error.code, storeId: install.storeId, regionId: install.regionId }
  if (error.code === 'api.payment-pending')
    return warning(`${place}: payment pending (402)`, { remedy: PAY_PLAN[facts.target?.name ?? 'emulator'], details })
  if (error.code !== 'install.no-token' && error.code !== 'api.unauthorized') throw error
  if (error.details['platformMessage'] === messages.tokenInconsistent) {
    return failed(`${place}: its token does not match the registered install scope`, {
      remedy: restoreScope(install, facts.targetName),
      details,
    })
  }
  if (error.code === 'api.unauthorized') storeTokenStatus(facts, install, false)
  const found =
    error.code === 'install.no-token'
      ? 'its token is not stored on this machine'
      : 'the platform rejects the stored token. An uninstall or a later install may have revoked it'
  const isLive = facts.targetName === 'live'
  const remedy = isLive ? `${TOKEN_ELSEWHERE} Otherwise, run ${INSTALL_ON_LIVE}` : await installAgain(facts, install)
  return failed(`${place}: ${found}`, { remedy, details })
}

/** Updates the record, so that `app install` no longer reports the token as in use. On the emulator an undo can restore a token. */
function storeTokenStatus({ targetName, context: { paths, now } }: DoctorFacts, install: Install, isAccepted: boolean) {
  if (targetName !== 'live' || (install.refusedAt === undefined) === isAccepted) return
  const { holder, holderDir } = install
  const refusedAt = isAccepted ? undefined : now().toISOString()
  withInstalls(paths, (installs) => installs.setTokenStatus(install, { holder, holderDir, refusedAt }))
}

function restoreScope({ installScope, storeCode, storeId }: Install, targetName: string): string {
  const restore = `Set install_scope = "${installScope}" in app.toml again`
  return targetName === 'live'
    ? `${restore} and in the developer console. Or ask the store owner to uninstall the app, then run \`app install\`.`
    : `${restore}, then run \`app register\`. Or run \`app uninstall --store ${plainWord(storeCode ?? String(storeId))} && app install\`.`
}
