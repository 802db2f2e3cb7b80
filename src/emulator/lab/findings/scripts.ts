import { entityOf } from '../lab-frame.ts'
import { count, STILL_ASKING, subject, type Finding, type LabFacts } from './finding.ts'

const storage = subject('Browser storage', ['EMB-107'])
const identity = subject('Identity from a message', ['EMB-119', 'BRIDGE-022'])
const windows = subject('Popups and downloads', ['EMB-037', 'EMB-038'])

/** What the text of the page's scripts suggests: only a hint, because what the scripts do is not known. */
export function scriptFindings({ probe, choice }: LabFacts): Finding[] {
  if (probe === null) return [storage.unknown(STILL_ASKING), identity.unknown(STILL_ASKING)]
  const { page } = probe.visit
  if (page === null) return [storage.unknown('No page came.'), identity.unknown('No page came.')]
  const { texts, unread } = probe.scripts
  const all = texts.join('\n')
  const read = `${count(texts.length, 'script')} read${unread === 0 ? '' : `, ${unread} not`}`
  return [
    storageFinding(all, { read, unread }),
    identityFinding(all, { read, unread, isDetail: entityOf(choice.surface) !== null }),
    ...windowFinding(all, page.answer.body),
  ]
}

interface ScriptCoverage {
  /** How much was read, in words. */
  readonly read: string
  readonly unread: number
}

function storageFinding(text: string, { read, unread }: ScriptCoverage): Finding {
  const found = [
    ...new Set(text.match(/\b(?:localStorage|sessionStorage|indexedDB|cookieStore)\b|\bdocument\.cookie\b/g)),
  ]
  if (found.length > 0) {
    return storage.warning(
      `A script names ${found.join(', ')} (${read}).`,
      'The token must never be kept there; where third-party storage is blocked, access throws.',
      'Keep the token in a variable; use storage only for what may be lost.',
    )
  }
  return unread === 0 ? storage.ok(`No script names any (${read}).`) : storage.unknown(`None is named (${read}).`)
}

/** Words by which one would say who is there. */
const identities = /\b(?:storeId|store_id|userId|user_id|customerId|customer_id|regionId|tenantId)\b/g

interface IdentityReading extends ScriptCoverage {
  readonly isDetail: boolean
}

function identityFinding(text: string, { read, unread, isDetail }: IdentityReading): Finding {
  const listens = /addEventListener\(\s*['"`]message['"`]|\bonmessage\b/.test(text)
  const found = listens ? [...new Set(text.match(identities))] : []
  if (found.length === 0) {
    const what = listens ? `No listener names a store or a user (${read}).` : `No script listens to messages (${read}).`
    return unread === 0 ? identity.ok(what) : identity.unknown(what)
  }
  const what = `A script that listens to messages names ${found.join(', ')} (${read}).`
  if (isDetail) {
    return identity.unknown(
      `${what} That is right in a question to your own server, and wrong as an answer to who is there.`,
      'Choose forged hints above: the slot must show no data then.',
    )
  }
  return identity.warning(
    what,
    'Any page can send a message: only the verified token says who is there.',
    'Take store and region from your session.',
  )
}

function windowFinding(text: string, body: string): Finding[] {
  const found = [
    ...(/\bwindow\.open\s*\(/.test(text) ? ['window.open'] : []),
    ...(/<a\b[^>]*\btarget\s*=\s*["']?_blank/i.test(body) ? ['target=_blank'] : []),
    ...(/<a\b[^>]*\sdownload\b/i.test(body) ? ['download'] : []),
  ]
  if (found.length === 0) return []
  return [
    windows.warning(
      `The page has ${found.join(', ')}.`,
      'The frame’s sandbox opens no window and saves no file: a click does nothing.',
      'Show it in the panel itself.',
    ),
  ]
}
