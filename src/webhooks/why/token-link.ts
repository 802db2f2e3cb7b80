import type { WhyFacts } from './facts.ts'
import { broken, good, noInstall, unknown } from './link.ts'

const throughTheApp = {
  emulator: 'Install through the app: press `i` in `app dev`, or run `app dev --reinstall`.',
  live: 'Install through the app, which revokes the current token: press `i` in `app dev`, or run `app dev --reinstall`.',
}

/** Returns a link that shows whether the app has a working token of the install. */
export function tokenLink({ install, isTakenBack, standing, ...facts }: WhyFacts) {
  if (install === null) return noInstall(facts)
  const installAgain = throughTheApp[facts.target === 'live' ? 'live' : 'emulator']
  if (facts.givenToken !== null) {
    return unknown(
      'commands use SVCAPP_TOKEN, but it is unknown whether the app has a token',
      'To see whether the app has a token, check its log.',
    )
  }
  if (isTakenBack) {
    return broken(
      "the app accepted `app.uninstalled`, and `app emulator undo` does not restore the app's token or state",
      installAgain,
    )
  }
  if (standing?.refusedAt) {
    return broken(
      `the platform rejected the app's last call with 401 (${standing.refusedAt}), so its token is invalid`,
      installAgain,
    )
  }
  if (standing?.holder === 'cli') {
    return broken("`app install` exchanged the code, so the app does not have this install's token", installAgain)
  }
  return standing?.holder === 'app'
    ? good("the app has this install's token")
    : unknown(
        'the client that exchanged the code is unknown on this machine',
        `To see whether the app has a token, check its log. ${installAgain}`,
      )
}
