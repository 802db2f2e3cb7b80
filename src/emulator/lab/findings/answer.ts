import { STILL_ASKING, subject, type Finding, type LabFacts } from './finding.ts'

const answers = subject('The app answers', [])
const installed = subject('Installation', ['EMB-099', 'EMB-100'])
const leaves = subject('Stays at its origin', ['EMB-031'])

/** Whether the app answers, is installed and stays at its origin. */
export function answerFindings(facts: LabFacts): Finding[] {
  return [answerFinding(facts), installFinding(facts), originFinding(facts)]
}

function answerFinding({ probe, choice, isInstalled, appOrigin }: LabFacts): Finding {
  if (probe === null) return answers.unknown(STILL_ASKING)
  const { page, obstacle, steps } = probe.visit
  if (obstacle?.kind === 'silent') {
    return answers.error(
      obstacle.words,
      `The frame shows the browser’s own error page for ${appOrigin}.`,
      'Start the app: app dev. If it listens on another port, send the new address: app register',
    )
  }
  if (page === null)
    return answers.error(
      obstacle?.words ?? 'No page came.',
      'The frame stays empty.',
      'Look at the redirects of this address.',
    )
  const { status } = page.answer
  const way = steps.map((step) => `${step.status} ${step.path}`).join(' → ')
  if (status >= 500) return answers.error(way, 'The request made the app fail.', 'Its log says what happened.')
  return status >= 400 ? refusedFinding(way, { choice, isInstalled, appOrigin }) : answers.ok(way)
}

type Refused = Pick<LabFacts, 'choice' | 'isInstalled' | 'appOrigin'>

function refusedFinding(way: string, { choice, isInstalled, appOrigin }: Refused): Finding {
  if (choice.surface !== 'fullpage') {
    return answers.unknown(
      `${way}: the emulator asks without the session that your browser may have.`,
      'Open the full page first, then this slot again, and look at the frame.',
    )
  }
  if (choice.token !== 'good' || !isInstalled) return answers.ok(way)
  return answers.error(
    `${way} at ${appOrigin}`,
    'A valid token of an installed app must open the panel.',
    `If the app does not listen at ${appOrigin}, send its address: app register. Otherwise compare its steps: app embed url, then app embed verify.`,
  )
}

function installFinding({ isInstalled, choice }: LabFacts): Finding {
  if (isInstalled) return installed.ok('Installed for the selected region.')
  if (choice.surface === 'fullpage') {
    return installed.warning(
      'Not installed for the selected region.',
      'The panel opens without an install too, and the app must then show an incomplete installation; it must use no token of another install and no other region.',
      'app install, or switch the region above.',
    )
  }
  return installed.warning(
    'Not installed for the selected region: the admin would not draw this slot.',
    'The lab draws it anyway.',
    'app install, or switch the region above.',
  )
}

function originFinding({ probe, observed, appOrigin }: LabFacts): Finding {
  const left = probe?.visit.obstacle?.kind === 'left' ? [probe.visit.obstacle.words] : []
  const gone = [...new Set([...observed.blocked, ...left])]
  if (gone.length > 0) {
    return leaves.error(
      `The frame went to ${gone.join(', ')}.`,
      `The admin frames ${appOrigin} and nothing else: a page of another origin stays empty.`,
      'Do it on your own origin, or from your server.',
    )
  }
  if (probe === null) return leaves.unknown(STILL_ASKING)
  return leaves.ok(`Nothing led away from ${appOrigin}.`)
}
