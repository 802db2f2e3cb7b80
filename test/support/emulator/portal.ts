import type { makeEmulator } from '../emulator.ts'

/** Opens a developer's browser in the portal, which keeps its cookie, sends forms and follows redirects. */
export async function openPortal({
  emulator,
  urls,
  control,
}: Pick<ReturnType<typeof makeEmulator>, 'emulator' | 'urls' | 'control'>) {
  const { url } = await control<{ url: string }>('POST', '/portal-address', {})
  const entered = await emulator.fetch(new Request(url))
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const open = (path: string): Promise<Response> =>
    emulator.fetch(new Request(urls.portal + path, { headers: { Cookie: cookie } }))
  const post = (path: string, fields: readonly [string, string][]): Promise<Response> =>
    emulator.fetch(
      new Request(urls.portal + path, {
        method: 'POST',
        headers: { Cookie: cookie, Origin: urls.portal, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams([...fields]).toString(),
      }),
    )
  /** Returns the page after the form. */
  const send = async (path: string, fields: readonly [string, string][]) => {
    const answer = await post(path, fields)
    const location = answer.headers.get('location')
    const page = location === null ? answer : await open(location)
    return { sent: answer.status, status: page.status, text: await page.text() }
  }
  return { cookie, open, post, send, read: async (path: string) => (await open(path)).text() }
}
