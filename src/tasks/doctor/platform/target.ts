import { IF_IT_LASTS, OTHER_NETWORK } from '../../../client/intercepted.ts'
import { AppError } from '../../../errors.ts'
import { proxyFor, shownProxy, type Proxy } from '../../../http/proxy.ts'
import type { WireResponse } from '../../../http/wire.ts'
import { isIntercepted, isUnavailable, wrongResponse, type LiveAddress } from '../../../project/live/live-probe.ts'
import { failed, ok, skipped, warning, type Check, type CheckResult } from '../check.ts'
import type { DoctorFacts } from '../facts.ts'

export const target: Check = {
  id: 'target',
  group: 'platform',
  title: 'target',
  run: async (facts) => {
    const { target: found, targetError } = facts
    if (found === null) return withoutTarget(facts)
    if (found.name === 'live') {
      const result = withProxy(await live(facts), proxyFor(found.baseUrl, facts.context.env))
      const other = await facts.otherBaseUrl()
      if (other === null) return result
      return { ...result, state: result.state === 'ok' ? 'warning' : result.state, remedy: other }
    }
    const platform = await facts.platform()
    if (platform !== null) {
      const { pid, version } = platform.status
      return ok(`the emulator responds at ${found.baseUrl.origin} (pid ${pid}, version ${version})`)
    }
    return failed(`an emulator is running (pid ${facts.runFile?.pid}) but does not respond`, {
      remedy: `Stop the emulator, if necessary with \`kill ${facts.runFile?.pid}\`, then run \`app emulator start\``,
      details: targetError === null ? {} : { code: targetError.code },
    })
  },
}

function withoutTarget({ targetError, targetName, project }: DoctorFacts): CheckResult {
  if (project instanceof AppError) return skipped('app.toml cannot be read')
  if (targetError?.code === 'emulator.not-running') {
    return skipped('no emulator is running', { remedy: '`app dev`, or `app emulator start`' })
  }
  if (targetName === 'live' && project === null) return skipped('app.toml sets the target, but no app.toml was found')
  throw targetError ?? new Error('The target is unknown.')
}

function withProxy(result: CheckResult, proxy: Proxy | null): CheckResult {
  const { state, found } = result
  if (proxy !== null) return { ...result, found: `${found.replace(/\.$/, '')}, through the proxy ${shownProxy(proxy)}` }
  // A firewall's response raises the question of the proxy.
  return state === 'failed' ? { ...result, found: `${found.replace(/\.$/, '')}. No proxy is set` } : result
}

/** Requests both URLs without a token, because an unknown origin must get no secret (T25). */
async function live(facts: DoctorFacts): Promise<CheckResult> {
  const [base = '', admin = ''] = [facts.target?.baseUrl.origin, facts.target?.adminUrl.origin]
  const [answer, page] = await Promise.all([facts.liveAnswer('base_url'), facts.liveAnswer('admin_url')])
  if (answer === null || page === null) return skipped('not checked')
  if (answer instanceof Error) {
    if ((await facts.otherBaseUrl()) === null) throw answer
    return failed(answer.message, { details: { code: answer.code } })
  }
  const details = { origin: base, status: answer.status, adminOrigin: admin }
  const wrong = wrongResponse('base_url', answer)
  if (wrong !== null) return failed(`base_url ${base} ${wrong}`, { remedy: remedyOf('base_url', answer), details })
  if (page instanceof Error)
    return warning(`base_url responds, but admin_url ${admin}: ${page.message}`, { remedy: CORRECT, details })
  const wrongPage = wrongResponse('admin_url', page)
  if (wrongPage !== null)
    return failed(`admin_url ${admin} ${wrongPage}`, { remedy: remedyOf('admin_url', page), details })
  return ok(`${base} responds like the API (401 without a token), ${admin} like the store admin`, {
    details,
  })
}

const CORRECT = 'Correct [targets.live] in app.toml, or run `app register --base-url … --admin-url …`'

/** A response of a firewall or gateway shows nothing about the URL. */
function remedyOf(which: LiveAddress, response: WireResponse): string {
  if (isUnavailable(response)) return IF_IT_LASTS
  return isIntercepted(which, response) ? OTHER_NETWORK : CORRECT
}
