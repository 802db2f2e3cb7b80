import { CannotJudge } from '../../cannot-judge.ts'
import type { Check, Evidence } from '../../check.ts'
import { findings } from '../../finding.ts'
import type { Harness } from '../../harness/harness.ts'
import { framedScripts, scriptEvidence, type FramedScripts } from './framed-scripts.ts'

const needs = ['embed.opens']

export const ready: Check = {
  id: 'bridge.ready',
  title: 'The panel and its slots send service:ready',
  rules: ['BRIDGE-002'],
  needs,
  run: async (harness) => {
    const pages = await framedScripts(harness)
    const silent = pages.filter(({ scripts }) => !scripts.some((script) => script.includes('service:ready')))
    const unread = silent.find(({ hasForeign }) => hasForeign)
    if (unread !== undefined)
      throw new CannotJudge(`${unread.what} loads scripts from another server, which the check does not read`)
    return findings(
      silent.map(({ what, path }) => ({ kind: 'page', page: what, path })),
      {
        severity: 'warning',
        title: 'A framed page never sends service:ready',
        why: 'The store admin then waits 1200 ms before it sends the language and the record to the page.',
        remedy: "Post { type: 'service:ready' } to the parent window as soon as the page listens for messages.",
      },
    )
  },
}

/** A repetition shortly before or after the word. */
const repeated = /setInterval\s*\([^]{0,300}?service:ready|service:ready[^]{0,120}?\}\s*,\s*\d+\s*\)/

export const readyOnce: Check = {
  id: 'bridge.ready-once',
  title: 'A framed page sends service:ready only once',
  rules: ['BRIDGE-002'],
  needs,
  run: async (harness) =>
    findings(
      await findPlaces(harness, (script) => (script.includes('setInterval') ? findIndex(script, repeated) : -1)),
      {
        severity: 'warning',
        title: 'A framed page sends service:ready repeatedly',
        why: 'The store admin responds only to the first message. Further messages waste work in every browser that has the page open.',
        remedy: 'Send service:ready once, when the page listens. The admin responds after 1200 ms at the latest.',
      },
    ),
}

const listens = /addEventListener\s*\(\s*["'`]message["'`]|\bonmessage\s*=/
const comparesSender =
  /\borigin\b\s*[!=]==?|[!=]==?\s*[\w$.?]*\borigin\b|(?:includes|has|test|indexOf)\s*\(\s*[\w$.?]*\borigin\b|\bsource\b\s*[!=]==?|[!=]==?\s*[\w$.?]*\bsource\b/

export const origin: Check = {
  id: 'bridge.origin',
  title: 'Framed pages accept messages only from the store admin',
  rules: [],
  needs,
  run: async (harness) =>
    findings(await findPlaces(harness, (script) => (comparesSender.test(script) ? -1 : findIndex(script, listens))), {
      severity: 'warning',
      title: 'A framed page accepts messages from any window',
      why: 'Any window with a reference to the page can send service:init. The page then requests any record or shows any text that the sender chose. (Advice from svcapp and the HTML standard, 9.3.2.)',
      remedy:
        'Start the listener with: if (event.source !== parent || event.origin !== ADMIN_ORIGIN) return, where ADMIN_ORIGIN is the origin of SVCAPP_ADMIN_URL.',
    }),
}

const toAnybody = /postMessage\s*\([^;]{0,300}?,\s*(?:["'`]\*["'`]|\{[^}]*targetOrigin\s*:\s*["'`]\*["'`])/

export const target: Check = {
  id: 'bridge.target',
  title: 'Framed pages send messages only to the store admin',
  rules: [],
  needs,
  run: async (harness) =>
    findings(await findPlaces(harness, (script) => findIndex(script, toAnybody)), {
      severity: 'note',
      title: "A framed page posts its messages to '*'",
      why: 'Any site that frames the page can read the messages. The bridge carries no secrets today, but a later message may contain one. (Advice from svcapp.)',
      remedy: 'Pass the origin of SVCAPP_ADMIN_URL as the second argument of postMessage.',
    }),
}

const height = /\bheight["']?\s*[:=]\s*(\d+(?:\.\d+)?)(?![\d.]|\s*(?:%|px|r?em|v[hw]))/g
const [LEAST, MOST] = [120, 1600]

export const heights: Check = {
  id: 'bridge.heights',
  title: 'Requested heights are between 120 and 1600 px',
  rules: ['EMB-044', 'BRIDGE-009'],
  needs,
  run: async (harness) =>
    findings(await findPlaces(harness, outOfBounds), {
      severity: 'warning',
      title: 'A slot requests a height outside the limits',
      why: 'The store admin limits heights to between 120 and 1600 px, so the page scrolls unexpectedly.',
      remedy:
        'Measure the content, keep the height between 120 and 1600 px, and let longer lists scroll or continue on another page.',
    }),
}

export const resize: Check = {
  id: 'bridge.resize',
  title: 'A message service:resize contains the height',
  rules: ['EMB-044', 'BRIDGE-009'],
  needs,
  run: async (harness) =>
    findings(await findPlaces(harness, withoutHeight), {
      severity: 'warning',
      title: 'A slot sends service:resize without a height',
      why: 'The store admin reads only the member height, so the slot keeps its first height.',
      remedy: "Post { type: 'service:resize', height } with the height in px as a number.",
    }),
}

/** Returns where an object with `service:resize` begins that has no `height` itself. Objects that are assembled elsewhere count as right. */
function withoutHeight(script: string): number {
  for (const { index } of script.matchAll(/["'`]service:resize["'`]/g)) {
    const from = script.lastIndexOf('{', index)
    if (from === -1 || !/^\{\s*["']?type["']?\s*:\s*$/.test(script.slice(from, index))) continue
    const own = ownMembers(script, from)
    if (!/\bheight\b|\.\.\./.test(own)) return from
  }
  return -1
}

/** Returns the text of an object literal without the objects, lists and calls inside. */
function ownMembers(script: string, from: number): string {
  let depth = 0
  let own = ''
  for (const mark of script.slice(from)) {
    if ('{[('.includes(mark)) depth += 1
    if (depth === 1) own += mark
    if ('}])'.includes(mark)) depth -= 1
    if (depth === 0) break
  }
  return own
}

function outOfBounds(script: string): number {
  if (!script.includes('service:resize')) return -1
  const wrong = [...script.matchAll(height)].find(([, text]) => Number(text) < LEAST || Number(text) > MOST)
  return wrong?.index ?? -1
}

function findIndex(script: string, pattern: RegExp): number {
  return pattern.exec(script)?.index ?? -1
}

/** Returns the first match in the scripts of each framed page. */
async function findPlaces(harness: Harness, find: (script: string) => number): Promise<readonly Evidence[]> {
  const pages = await framedScripts(harness)
  return pages.flatMap((page: FramedScripts) =>
    page.scripts.flatMap((script) => {
      const at = find(script)
      return at < 0 ? [] : [scriptEvidence(page, script, at)]
    }),
  )
}
