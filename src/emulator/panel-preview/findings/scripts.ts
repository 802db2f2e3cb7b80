import { entityType } from '../preview-frame.ts'
import { count, NO_PAGE, STILL_ASKING, subject, type Finding, type PreviewFacts } from './finding.ts'

const storage = subject('Browser storage', ['EMB-107'])
const identity = subject('Identity from a message', ['EMB-119', 'BRIDGE-022'])
const windows = subject('Popups and downloads', ['EMB-037', 'EMB-038'])

/** Checks the text of the page's scripts. The result is only a hint, because the scripts' behavior is unknown. */
export function scriptFindings({ probe, choice }: PreviewFacts): Finding[] {
  if (probe === null) return [storage.unknown(STILL_ASKING), identity.unknown(STILL_ASKING)]
  const { page } = probe.visit
  if (page === null) return [storage.unknown(NO_PAGE), identity.unknown(NO_PAGE)]
  const { texts, unread } = probe.scripts
  const all = texts.join('\n')
  const read = `${count(texts.length, 'script')} read${unread === 0 ? '' : `, ${unread} unreadable`}`
  return [
    storageFinding(all, { read, unread }),
    identityFinding(all, { read, unread, isDetail: entityType(choice.surface) !== null }),
    ...windowFinding(all, page.answer.body),
  ]
}

interface ScriptCoverage {
  /** Amount of scripts that were read, as text. */
  readonly read: string
  readonly unread: number
}

function storageFinding(text: string, { read, unread }: ScriptCoverage): Finding {
  const found = [
    ...new Set(text.match(/\b(?:localStorage|sessionStorage|indexedDB|cookieStore)\b|\bdocument\.cookie\b/g)),
  ]
  if (found.length > 0) {
    return storage.warning(
      `A script contains ${found.join(', ')} (${read}).`,
      'Browser storage must not contain a token. If third-party storage is blocked, access to it throws an error.',
      'Keep the token in a variable. Use storage only for data that may be lost.',
    )
  }
  return unread === 0
    ? storage.ok(`No script uses storage (${read}).`)
    : storage.unknown(`No storage use found (${read}).`)
}

/** Names that code would use for an identity. */
const identities = /\b(?:storeId|store_id|userId|user_id|customerId|customer_id|regionId|tenantId)\b/g

interface IdentityReading extends ScriptCoverage {
  readonly isDetail: boolean
}

function identityFinding(text: string, { read, unread, isDetail }: IdentityReading): Finding {
  const listens = /addEventListener\(\s*['"`]message['"`]|\bonmessage\b/.test(text)
  const found = listens ? [...new Set(text.match(identities))] : []
  if (found.length === 0) {
    const what = listens
      ? `No message listener reads a store or user (${read}).`
      : `No script listens to messages (${read}).`
    return unread === 0 ? identity.ok(what) : identity.unknown(what)
  }
  const what = `A script that listens to messages contains ${found.join(', ')} (${read}).`
  if (isDetail) {
    return identity.unknown(
      `${what} Send such values only to your own server. They do not prove who the user is.`,
      'Select forged hints above, and check that the slot shows no data.',
    )
  }
  return identity.warning(
    what,
    'Any page can send a message. Only the verified token identifies the store and user.',
    'Read the store and region from your session.',
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
      `The page uses ${found.join(', ')}.`,
      'The frame’s sandbox blocks popups and downloads, so a click does nothing.',
      'Show the content in the panel instead.',
    ),
  ]
}
