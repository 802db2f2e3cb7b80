import type { WhyFacts } from './facts.ts'
import { broken, good, noInstall, unknown } from './link.ts'

const throughTheApp = 'Install through the app: `i` in `app dev`, or `app dev --reinstall`.'

/** Whether the app has a token of the install that works. */
export function tokenLink({ install, isTakenBack, standing, ...facts }: WhyFacts) {
  if (install === null) return noInstall(facts)
  if (facts.givenToken !== null) {
    return unknown(
      'calls use SVCAPP_TOKEN; whether the app has a token is unknown',
      'The log of the app says whether it has a token.',
    )
  }
  if (isTakenBack) {
    return broken(
      'the app accepted `app.uninstalled`; the undo of that uninstall restores neither its token nor its state',
      throughTheApp,
    )
  }
  if (standing?.refusedAt) {
    return broken(
      `the platform answered the app's last call with 401 (${standing.refusedAt}): its token is dead`,
      throughTheApp,
    )
  }
  if (standing?.holder === 'cli') {
    return broken('`app install` exchanged the code, so the app does not have the token of this install', throughTheApp)
  }
  return standing?.holder === 'app'
    ? good('the app holds this install')
    : unknown(
        'who exchanged the code is not known here',
        `The log of the app says whether it has a token. ${throughTheApp}`,
      )
}
