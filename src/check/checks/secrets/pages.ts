import type { Page } from '../../bench/browser.ts'
import { pageEvidence, requestEvidence } from '../../bench/evidence.ts'
import { sentText } from '../../bench/raw-request.ts'
import type { Check, Finding } from '../../check.ts'
import { day, listed, secretsIn, type Day, type Secret } from './day.ts'

export const pages: Check = {
  id: 'secrets.pages',
  title: 'Nothing secret stands in a page or an answer',
  rules: ['GEN-003', 'APP-011'],
  needs: ['install.works'],
  run: async (bench) => {
    const { pages: seen, answers, panel, secrets } = await day(bench)
    // A page may pass its own token to its own script.
    const kept = secrets.filter(({ kind }) => kind !== 'embed token')
    const found = seen.find((page) => secretsIn(textOf(page), kept).length > 0)
    const shown = panel === null ? [] : secretsIn(panel.shown, kept)
    const told = answers.find(({ reply }) => secretsIn(sentText(reply), kept).length > 0)
    if (told !== undefined) return [answered(told, kept)]
    const page = found ?? (shown.length > 0 ? panel?.page : undefined)
    if (page === undefined) return []
    const kinds = found === undefined ? shown : secretsIn(textOf(page), kept)
    return [
      {
        severity: 'error',
        title: `A page of the app holds ${listed(kinds)}`,
        why: 'What stands in a page belongs to whoever looks at its source, to its scripts, and to caches on the way.',
        remedy:
          'Keep secrets on the server: pages ask the app, and the app asks the platform. Show errors without what was sent.',
        evidence: [pageEvidence(page, around(textOf(page), kept))],
      },
    ]
  },
}

function answered({ delivery, reply }: Day['answers'][number], kept: readonly Secret[]): Finding {
  return {
    severity: 'error',
    title: `An answer to a delivery holds ${listed(secretsIn(sentText(reply), kept))}`,
    why: 'What is answered stands in the logs and queues of whoever delivers, and strangers may find a request that is answered so too.',
    remedy: 'Answer a delivery with a status and no words; what went wrong belongs into your own log, without secrets.',
    evidence: [requestEvidence(delivery, reply)],
  }
}

/** Every answer on the way, with its headers except those that other checks judge. */
function textOf({ hops }: Page): string {
  return hops
    .flatMap(({ reply }) => {
      if (!reply.answered) return []
      const headers = reply.headers.filter(([name]) => !/^(?:location|set-cookie|refresh)$/i.test(name))
      return [...headers.map(([name, value]) => `${name}: ${value}`), reply.body.toString('utf8')]
    })
    .join('\n')
}

/** The line that contains a secret. */
function around(text: string, secrets: readonly Secret[]): string {
  return text.split('\n').find((line) => secretsIn(line, secrets).length > 0) ?? text
}
