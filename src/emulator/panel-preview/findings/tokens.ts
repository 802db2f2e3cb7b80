import { tokenKinds } from '../choice.ts'
import type { TokenTrial } from '../probe/probe.ts'
import { STILL_ASKING, subject, type Finding, type PreviewFacts } from './finding.ts'

const shown = subject('Token of this frame', ['EMB-098'])
const screens = subject('Token error screens', ['EMB-117', 'EMB-118'])

/** Checks how the app responds to tokens that it must reject: the frame's token, and all of them if requested. */
export function tokenFindings({ probe, choice }: PreviewFacts): Finding[] {
  if (choice.surface !== 'fullpage') return []
  if (probe === null) return choice.token === 'good' && !choice.checksTokens ? [] : [shown.unknown(STILL_ASKING)]
  const { visit, trials } = probe
  const frame =
    choice.token === 'good' || visit.page === null
      ? []
      : [
          trialFinding(shown, {
            kind: choice.token,
            status: visit.page.answer.status,
            setsCookie: visit.jar !== '',
            body: visit.page.answer.body,
          }),
        ]
  return [
    ...frame,
    ...trials.map((trial) => trialFinding(subject(titles[trial.kind], rules[trial.kind]), trial)),
    ...screensFinding(trials),
  ]
}

const titles: Readonly<Record<TokenTrial['kind'], string>> = {
  malformed: 'Token: malformed',
  bad_signature: 'Token: invalid signature',
  other_app: 'Token: other app',
  expired: 'Token: expired',
  not_yet_valid: 'Token: not yet valid',
  none: 'Token: missing',
  again: 'Token: already used',
}

const rules: Readonly<Record<TokenTrial['kind'], readonly string[]>> = {
  malformed: ['EMB-080'],
  bad_signature: ['EMB-085'],
  other_app: ['EMB-092'],
  expired: ['EMB-094'],
  not_yet_valid: ['EMB-095'],
  none: ['EMB-057', 'EMB-078'],
  again: ['EMB-106'],
}

function trialFinding(about: ReturnType<typeof subject>, { kind, status, setsCookie }: TokenTrial): Finding {
  if (status === null) return about.unknown('No response.')
  if (setsCookie) {
    const make = kind === 'again' ? about.warning : about.error
    return make(
      `The app responded with ${status} and started a session.`,
      kind === 'none'
        ? 'Without a token, the app cannot identify the store.'
        : kind === 'again'
          ? 'Anyone who finds the URL in a log can open the panel with it.'
          : 'The app accepted a token that it must reject.',
      'Verify the token first, in the documented order. `app embed verify` shows the steps.',
    )
  }
  if (status >= 400) return about.ok(`Rejected with ${status}.`)
  return about.unknown(`The app responded with ${status} but started no session. Check that the page shows no data.`)
}

function screensFinding(trials: readonly TokenTrial[]): Finding[] {
  const missing = trials.find(({ kind }) => kind === 'none')
  const invalid = trials.find(({ kind }) => kind === tokenKinds[1])
  if (missing === undefined || invalid === undefined) return []
  if (missing.body !== invalid.body || missing.status !== invalid.status) {
    return [screens.ok('The app shows two different screens.')]
  }
  return [
    screens.warning(
      'The app shows the same screen for a missing and an invalid token.',
      'A missing token means that the user opened the page directly. An invalid token means a problem with the app or the clock.',
      'Show a different screen for each case.',
    ),
  ]
}
