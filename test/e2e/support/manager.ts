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

/** Signs the store's manager in, opens the consent page and presses Approve, over HTTP as a browser would: where the browser is sent next. */
export async function approveInBrowser(
  { control, urls }: Platform,
  { key, store }: OpenProject,
  query = '',
): Promise<URL> {
  const { url } = await control<{ url: string }>('POST', `/stores/${store.code}/sign-in`, {})
  const signedIn = await fetch(url, { redirect: 'manual' })
  const headers = { Cookie: (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '', Origin: urls.admin }
  const page = `${urls.admin}/admin/plugins/install/${key}`
  const html = await (await fetch(page + query, { headers })).text()
  const body = new URLSearchParams(formFields(html))
  const answer = await fetch(`${page}/approve`, { method: 'POST', redirect: 'manual', headers, body })
  const next = answer.headers.get('location')
  if (next === null) throw new Error(`Approve answered ${answer.status}: ${await answer.text()}`)
  return new URL(next)
}
