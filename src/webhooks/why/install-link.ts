import { TOKEN_ELSEWHERE } from '../../client/token-elsewhere.ts'
import { installSeen } from './arrived.ts'
import type { WhyFacts } from './facts.ts'
import { broken, good, noInstall, unknown } from './link.ts'
import { tunnelLink } from './tunnel-link.ts'

/** Returns a link that shows whether the app is installed. */
export function installLink(facts: WhyFacts) {
  const { install, store, rejection, givenToken, target } = facts
  const place = store?.code ? ` in ${store.code}${amongRegions(facts)}` : ''
  if (rejection?.isFailure) return unknown(rejection.found, rejection.remedy)
  if (rejection !== null) return broken(rejection.found, throughTunnel(facts, rejection.remedy))
  if (install !== null) return recordedInstall(facts, place)
  if (givenToken === 'payment-pending') return good('installed, as SVCAPP_TOKEN shows')
  if (givenToken !== null) return noInstall(facts)
  if (target === 'live') return unrecorded(facts)
  return broken(`not installed${place}`, 'Run `app install`.')
}

/** A delivery proves an install elsewhere, whose token a new install would revoke. */
function unrecorded({ arrived }: WhyFacts) {
  const elsewhere = installSeen(arrived.ever)
  if (elsewhere !== null) return good(`${elsewhere}. Only its token is not on this machine`)
  return broken(
    'this machine has no install on record',
    `${TOKEN_ELSEWHERE} If the app is not installed anywhere yet, run \`app install\`. An install revokes a token that is in use elsewhere.`,
  )
}

/** Names the region if the store has several installs, each with its own token. */
function amongRegions({ install, regionId, regionCodes, otherRegions }: WhyFacts): string {
  if (install?.regionId == null || otherRegions.length === 0) return ''
  const others = regionId === null ? ` (also in ${otherRegions.join(', ')}: add --region)` : ''
  return `, region ${regionCodes[install.regionId] ?? install.regionId}${others}`
}

/** Without a check, the record shows neither an uninstall nor an install on another machine. */
function recordedInstall({ isInstallChecked, givenToken, tokenStatus }: WhyFacts, place: string) {
  if (isInstallChecked) return good(`installed${place}${givenToken === null ? '' : ', as SVCAPP_TOKEN shows'}`)
  return tokenStatus?.refusedAt
    ? unknown(`on record${place}, but the platform rejected its token (${tokenStatus.refusedAt})`, TOKEN_ELSEWHERE)
    : unknown(`on record${place}, but not checked on the platform`, 'To check it, run `app context`.')
}

/** An install through the app needs the tunnel, but SVCAPP_TOKEN needs no install. */
function throughTunnel(facts: WhyFacts, remedy: string): string {
  const tunnel = tunnelLink(facts)
  return facts.givenToken === null && tunnel.state === 'broken' ? `${tunnel.remedy} ${remedy}` : remedy
}
