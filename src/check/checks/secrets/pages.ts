import type { Check, Finding } from '../../check.ts'
import { error } from '../../finding.ts'
import type { Page } from '../../harness/browser.ts'
import { pageEvidence, requestEvidence } from '../../harness/evidence.ts'
import { sentText } from '../../harness/raw-request.ts'
import { day, listed, secretsIn, type Day, type Secret } from './day.ts'

export const pages: Check = {
  id: 'secrets.pages',
  title: 'No page or response contains a secret',
  rules: ['GEN-003', 'APP-011'],
  needs: ['install.works'],
  run: async (harness) => {
    const { pages: seen, answers, panel, secrets } = await day(harness)
    // A page may pass its own token to its own script.
    const kept = secrets.filter(({ kind }) => kind !== 'embed token')
    const found = seen.find((page) => secretsIn(textOf(page), kept).length > 0)
    const shown = panel === null ? [] : secretsIn(panel.shown, kept)
    const leak = answers.find(({ answer }) => secretsIn(sentText(answer), kept).length > 0)
    if (leak !== undefined) return [answered(leak, kept)]
    const page = found ?? (shown.length > 0 ? panel?.page : undefined)
    if (page === undefined) return []
    const kinds = found === undefined ? shown : secretsIn(textOf(page), kept)
    return error({
      title: `An app page contains ${listed(kinds)}`,
      why: "Anyone who views the page source can read the secret, and so can the page's scripts and network caches.",
      remedy:
        'Keep secrets on the server: pages call the app, and the app calls the platform. Do not repeat the request in error pages.',
      evidence: [pageEvidence(page, around(textOf(page), kept))],
    })
  },
}

function answered({ delivery, answer }: Day['answers'][number], kept: readonly Secret[]): Finding {
  return {
    severity: 'error',
    title: `A response to a delivery contains ${listed(secretsIn(sentText(answer), kept))}`,
    why: "The response ends up in the sender's logs and queues, and attackers may find a request that returns the same text.",
    remedy: 'Respond to a delivery with a status and no body. Write the error to your own log, without secrets.',
    evidence: [requestEvidence(delivery, answer)],
  }
}

/** Returns every response of the visit, with its headers except those that other checks judge. */
function textOf({ hops }: Page): string {
  return hops
    .flatMap(({ answer }) => {
      if (!answer.answered) return []
      const headers = answer.headers.filter(([name]) => !/^(?:location|set-cookie|refresh)$/i.test(name))
      return [...headers.map(([name, value]) => `${name}: ${value}`), answer.body.toString('utf8')]
    })
    .join('\n')
}

/** Returns the line that contains a secret. */
function around(text: string, secrets: readonly Secret[]): string {
  return text.split('\n').find((line) => secretsIn(line, secrets).length > 0) ?? text
}
