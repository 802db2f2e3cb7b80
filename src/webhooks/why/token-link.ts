import { isSuccess } from '../../http/status.ts'
import type { WhyFacts } from './facts.ts'
import { broken, good, noInstall, unknown } from './link.ts'

const throughTheApp = {
  emulator: 'Install through the app: press `i` in `app dev`, or run `app dev --reinstall`.',
  live: 'Install through the app, which revokes the current token: press `i` in `app dev`, or run `app dev --reinstall`.',
}

/** Returns a link that shows whether the app has a working token of the install. */
export function tokenLink({ install, isInstallUndone, tokenStatus, ...facts }: WhyFacts) {
  if (install === null) return noInstall(facts)
  const installAgain = throughTheApp[facts.target === 'live' ? 'live' : 'emulator']
  if (facts.givenToken !== null) {
    return unknown(
      'commands use SVCAPP_TOKEN, but it is unknown whether the app has a token',
      'To see whether the app has a token, check its log.',
    )
  }
  if (isInstallUndone) {
    return broken(
      "the app accepted `app.uninstalled`, and `app emulator undo` does not restore the app's token or state",
      installAgain,
    )
  }
  if (tokenStatus?.refusedAt) {
    return broken(
      `the platform rejected the app's last call with 401 (${tokenStatus.refusedAt}), so its token is invalid`,
      installAgain,
    )
  }
  if (tokenStatus?.holder === 'cli') {
    return withoutToken(facts, { whose: whoseToken(install, facts), installAgain })
  }
  return tokenStatus?.holder === 'app'
    ? good(`the app has ${whoseToken(install, facts)}`)
    : unknown(
        'the client that exchanged the code is unknown on this machine',
        `To see whether the app has a token, check its log. ${installAgain}`,
      )
}

/** On live a new install revokes a token, so an app that accepts events anyway gets no such advice first. No install works while the platform does not respond. */
function withoutToken(
  { received, rejection, target }: Pick<WhyFacts, 'received' | 'rejection' | 'target'>,
  { whose, installAgain }: { readonly whose: string; readonly installAgain: string },
) {
  const found = `this tool exchanged the code, so the app does not have ${whose}`
  if (rejection?.isFailure) return unknown(found, rejection.remedy)
  return target === 'live' && isSuccess(received?.status ?? null)
    ? unknown(`${found}. It accepted delivery ${received?.id} anyway`, installAgain)
    : broken(found, installAgain)
}

function whoseToken(
  { regionId }: NonNullable<WhyFacts['install']>,
  { regionCodes, otherRegions }: Pick<WhyFacts, 'regionCodes' | 'otherRegions'>,
): string {
  if (regionId === null || otherRegions.length === 0) return "this install's token"
  return `the token of region ${regionCodes[regionId] ?? regionId}`
}
