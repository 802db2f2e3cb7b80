import type { Page } from '../../bench/browser.ts'
import { pageEvidence, requestEvidence } from '../../bench/evidence.ts'
import { sentText } from '../../bench/raw-request.ts'
import type { Check, Finding } from '../../check.ts'
import { error } from '../../finding.ts'
import { day, listed, secretsIn, type Day, type Secret } from './day.ts'

export const pages: Check = {
  id: 'secrets.pages',
  title: 'No page or answer contains a secret',
  rules: ['GEN-003', 'APP-011'],
  needs: ['install.works'],
  run: async (bench) => {
    const { pages: seen, answers, panel, secrets } = await day(bench)
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
      title: `A page of the app contains ${listed(kinds)}`,
      why: 'Anyone who looks at the source of a page can read what it contains, and so can its scripts and the caches on the way.',
      remedy:
        'Keep secrets on the server: pages ask the app, and the app asks the platform. Show errors without repeating what was sent.',
      evidence: [pageEvidence(page, around(textOf(page), kept))],
    })
  },
}

function answered({ delivery, answer }: Day['answers'][number], kept: readonly Secret[]): Finding {
  return {
    severity: 'error',
    title: `An answer to a delivery contains ${listed(secretsIn(sentText(answer), kept))}`,
    why: 'The answer ends up in the logs and queues of the sender, and strangers may find a request that gets the same answer.',
    remedy: 'Answer a delivery with a status and no text; write what went wrong to your own log, without secrets.',
    evidence: [requestEvidence(delivery, answer)],
  }
}

/** Every answer on the way, with its headers except those that other checks judge. */
function textOf({ hops }: Page): string {
  return hops
    .flatMap(({ answer }) => {
      if (!answer.answered) return []
      const headers = answer.headers.filter(([name]) => !/^(?:location|set-cookie|refresh)$/i.test(name))
      return [...headers.map(([name, value]) => `${name}: ${value}`), answer.body.toString('utf8')]
    })
    .join('\n')
}

/** The line that contains a secret. */
function around(text: string, secrets: readonly Secret[]): string {
  return text.split('\n').find((line) => secretsIn(line, secrets).length > 0) ?? text
}
