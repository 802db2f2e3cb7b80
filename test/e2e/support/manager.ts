import type { OpenProject, Platform } from './platform.ts'

/** What a browser sends when the consent form is submitted as it stands. */
function formFields(html: string): [string, string][] {
  const form = /<form[^>]*id="consent"[^>]*>([\s\S]*?)<\/form>/.exec(html)?.[1] ?? ''
  return [...form.matchAll(/<input\b[^>]*>/g)].map(([tag]) => [attribute(tag, 'name'), attribute(tag, 'value')])
}

function attribute(tag: string, name: string): string {
  const text = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  return text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")
}

interface Entrance {
  /** Query of the consent page, as an app builds it. */
  readonly query?: string
  /** An address that signs the manager in, as `app install` prints it; one is asked for when it is left out. */
  readonly signIn?: URL
}

/** Signs the store's manager in, opens the consent page and presses Approve, over HTTP as a browser would: where the browser is sent next. */
export async function approveInBrowser(
  { control, urls }: Platform,
  { key, store }: OpenProject,
  { query = '', signIn }: Entrance = {},
): Promise<URL> {
  const page = `${urls.admin}/admin/plugins/install/${key}`
  const entrance = signIn ?? (await control<{ url: string }>('POST', `/stores/${store.code}/sign-in`, {})).url
  const signedIn = await fetch(entrance, { redirect: 'manual' })
  const headers = { Cookie: (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '', Origin: urls.admin }
  const consent = signIn === undefined ? page + query : new URL(signedIn.headers.get('location') ?? '', urls.admin)
  const body = new URLSearchParams(formFields(await (await fetch(consent, { headers })).text()))
  const answer = await fetch(`${page}/approve`, { method: 'POST', redirect: 'manual', headers, body })
  const next = answer.headers.get('location')
  if (next === null) throw new Error(`Approve answered ${answer.status}: ${await answer.text()}`)
  return new URL(next)
}
