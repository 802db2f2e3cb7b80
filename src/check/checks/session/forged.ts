import type { SetCookie } from '../../../http/set-cookie.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import type { InstallPlace } from '../../harness/install-place.ts'
import { pageUrl, withCookies } from '../../panel/pages.ts'
import { installedStores } from '../../stores/installed-stores.ts'
import { apart, asIfOf, twoPanels, type PanelOf } from './two-panels.ts'

export const forged: Check = {
  id: 'session.signed',
  title: 'A changed session cookie is rejected',
  rules: ['EMB-108'],
  needs: ['session.without'],
  run: async (harness) => {
    const { one, other, isOf } = apart(await twoPanels(harness))
    const { app } = await installedStores(harness)
    const browser = app.browser()
    for (const cookies of forgeries(one, other)) {
      const page = await withCookies(browser, pageUrl(other.opening.page), cookies)
      if (!isOf(page, other)) continue
      return error({
        title: 'A session cookie can be changed to open another store',
        why: 'The cookie contains the store, so anyone with a cookie can write another store into it.',
        remedy:
          'Sign the cookie with a server secret and verify it before you read it, or store only a random key in it.',
        evidence: [pageEvidence(page)],
      })
    }
    return []
  },
}

type Forged = Pick<SetCookie, 'name' | 'value'>

/**
 * Rewrites the session of one store to contain the other one: as base64 of either kind, as a whole or part by part,
 * percent-encoded, or as plain text. Each variant is a separate forgery, because nothing shows which one the app reads.
 */
export function forgeries(
  { place: from, cookies }: Pick<PanelOf, 'place' | 'cookies'>,
  { place: to }: Pick<PanelOf, 'place'>,
): Forged[][] {
  const changed = cookies.map(({ name, value }) => ({
    name: asIfOf(name, from, to) ?? name,
    value,
    values: valuesOf(value, from, to),
  }))
  const ways = Math.max(0, ...changed.map(({ values }) => values.length))
  return Array.from({ length: ways }, (_way, at) =>
    changed.map(({ name, value, values }) => ({ name, value: values[at] ?? values.at(-1) ?? value })),
  )
}

function valuesOf(value: string, from: InstallPlace, to: InstallPlace): string[] {
  const plain = asIfOf(value, from, to)
  const parts = value.split('.')
  const encoded = parts.map((part) => reencoded(part, from, to) ?? part).join('.')
  const percent = asIfOf(decoded(value), from, to)
  return [
    ...(encoded === value ? [] : [encoded]),
    ...(percent === null ? [] : [encodeURIComponent(percent)]),
    ...(plain === null ? [] : [plain]),
  ]
}

function reencoded(part: string, from: InstallPlace, to: InstallPlace): string | null {
  const text = decoded(part)
  if (!/^[\w+/-]{8,}={0,2}$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  const inside = bytes.toString('utf8')
  // A signature may look like base64, and its decoded bytes may contain a digit that is no id.
  if (!Buffer.from(inside).equals(bytes)) return null
  const changed = asIfOf(inside, from, to)
  if (changed === null) return null
  return Buffer.from(changed).toString(/[+/=]/.test(text) ? 'base64' : 'base64url')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
