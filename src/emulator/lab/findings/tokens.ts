import { tokenKinds } from '../choice.ts'
import type { TokenTrial } from '../probe/probe.ts'
import { STILL_ASKING, subject, type Finding, type LabFacts } from './finding.ts'

const shown = subject('The token of this frame', ['EMB-098'])
const screens = subject('Missing and invalid', ['EMB-117', 'EMB-118'])

/** How the app meets a token that it has to refuse: that of the frame, and all of them where that was asked for. */
export function tokenFindings({ probe, choice }: LabFacts): Finding[] {
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
  bad_signature: 'Token: of another signature',
  other_app: 'Token: of another app',
  expired: 'Token: expired',
  not_yet_valid: 'Token: from the future',
  none: 'No token',
  again: 'Token: used before',
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
  if (status === null) return about.unknown('Nothing was answered.')
  if (setsCookie) {
    const make = kind === 'again' ? about.warning : about.error
    return make(
      `Answered with ${status} and a session.`,
      kind === 'none'
        ? 'Without a token the app cannot know whose panel it is.'
        : kind === 'again'
          ? 'Anybody who finds the address in a log can open the panel with it.'
          : 'The app accepted a token that it must refuse.',
      'Check it in the documented order before anything else: app embed verify shows the steps.',
    )
  }
  if (status >= 400) return about.ok(`Refused with ${status}.`)
  return about.unknown(`Answered with ${status} and no session: look whether it shows data.`)
}

function screensFinding(trials: readonly TokenTrial[]): Finding[] {
  const missing = trials.find(({ kind }) => kind === 'none')
  const invalid = trials.find(({ kind }) => kind === tokenKinds[1])
  if (missing === undefined || invalid === undefined) return []
  if (missing.body !== invalid.body || missing.status !== invalid.status) {
    return [screens.ok('Two different screens.')]
  }
  return [
    screens.warning(
      'The same answer for both.',
      'A missing token means a wrong way in; an invalid one means that something is wrong with the app or with the clock.',
      'Show a different screen for each.',
    ),
  ]
}
