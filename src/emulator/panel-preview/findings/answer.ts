import { NO_PAGE, STILL_ASKING, subject, type Finding, type PreviewFacts } from './finding.ts'

const answers = subject('App response', [])
const installed = subject('Installation', ['EMB-099', 'EMB-100'])
const leaves = subject('App origin', ['EMB-031'])

/** Checks that the app responds, is installed and stays on its origin. */
export function answerFindings(facts: PreviewFacts): Finding[] {
  return [answerFinding(facts), installFinding(facts), originFinding(facts)]
}

function answerFinding({ probe, choice, isInstalled, appOrigin }: PreviewFacts): Finding {
  if (probe === null) return answers.unknown(STILL_ASKING)
  const { page, obstacle, steps } = probe.visit
  if (obstacle?.kind === 'silent') {
    return answers.error(
      obstacle.words,
      `The frame shows the browser’s own error page for ${appOrigin}.`,
      'Start the app with `app dev`. If it listens on another port, register the new URL with `app register`.',
    )
  }
  if (page === null) {
    const what =
      obstacle === null
        ? NO_PAGE
        : obstacle.kind === 'left'
          ? `The app redirects to ${obstacle.words}.`
          : `The app returned no page after ${obstacle.words}.`
    return answers.error(what, 'The frame stays empty.', 'Check the redirects of the panel URL.')
  }
  const { status } = page.answer
  const way = steps.map((step) => `${step.status} ${step.path}`).join(' → ')
  if (status >= 500) return answers.error(way, 'The app failed on this request.', 'Check the app’s log.')
  return status >= 400 ? rejectedFinding(way, { choice, isInstalled, appOrigin }) : answers.ok(way)
}

type Rejected = Pick<PreviewFacts, 'choice' | 'isInstalled' | 'appOrigin'>

function rejectedFinding(way: string, { choice, isInstalled, appOrigin }: Rejected): Finding {
  if (choice.surface !== 'fullpage') {
    return answers.unknown(
      `${way}. The emulator sends this request without your browser’s session.`,
      'Open the full page first, so that the app can set its session. Then open this slot again and check that the frame shows it.',
    )
  }
  if (choice.token !== 'good' || !isInstalled) return answers.ok(way)
  return answers.error(
    `${way} at ${appOrigin}`,
    'A valid token of an installed app must open the panel.',
    `If the app does not listen at ${appOrigin}, register its URL with \`app register\`. Otherwise, check how it verifies tokens: run \`app embed url\`, then \`app embed verify\`.`,
  )
}

function installFinding({ isInstalled, choice }: PreviewFacts): Finding {
  if (isInstalled) return installed.ok('Installed for the selected region.')
  if (choice.surface === 'fullpage') {
    return installed.warning(
      'Not installed for the selected region.',
      'The panel opens even without an install. The app must then show that its install is incomplete. It must not use another install’s token or another region.',
      'Run `app install`, or switch the region above.',
    )
  }
  return installed.warning(
    'Not installed for the selected region, so the admin would not show this slot.',
    'The preview shows the slot anyway.',
    'Run `app install`, or switch the region above.',
  )
}

function originFinding({ probe, observed, appOrigin }: PreviewFacts): Finding {
  const left = probe?.visit.obstacle?.kind === 'left' ? [probe.visit.obstacle.words] : []
  const gone = [...new Set([...observed.blocked, ...left])]
  if (gone.length > 0) {
    return leaves.error(
      `The frame opened ${gone.join(', ')}.`,
      `The admin frames only ${appOrigin}, so a page from another origin stays empty.`,
      'Serve that page from your own origin, or fetch it from your server.',
    )
  }
  if (probe === null) return leaves.unknown(STILL_ASKING)
  return leaves.ok(`The frame stays at ${appOrigin}.`)
}
