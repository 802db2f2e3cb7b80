import { expect, it } from 'vitest'

import { makeEmulator } from '../support/emulator.ts'
import { openPortal } from '../support/emulator/portal.ts'

const slots = ['fullpage', 'settings', 'order-detail', 'customer-detail', 'product-detail', 'storefront-block'].map(
  (type) => ({ type, path: type, label: `Slot ${type}` }),
)

/** What an answer allows that a page of ours must not allow, or holds that its policy would stop. */
function wrongIn({ headers }: Response, text: string): string[] {
  const policy = headers.get('content-security-policy') ?? 'none'
  const directives = new Map(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]))
  const isPage = headers.get('content-type')?.startsWith('text/html') === true
  const wrong: (readonly [string, boolean])[] = [
    [`policy ${policy}`, directives.get('default-src') !== "'none'" || /unsafe|\*(?!\s|:)/.test(policy)],
    ['frame-ancestors', directives.get('frame-ancestors') !== "'none'"],
    ['base-uri', isPage && directives.get('base-uri') !== "'none'"],
    ['script-src', isPage && !["'self'", undefined].includes(directives.get('script-src'))],
    ['style-src', isPage && directives.get('style-src') !== "'self'"],
    ['nosniff', headers.get('x-content-type-options') !== 'nosniff'],
    ['an inline script', /<script(?![^>]* src="\/_[\w.-]+")/.test(text)],
    ['an inline style', /<style|<[a-z][^>]* style="/.test(text)],
    ['a handler', /<[a-z][^>]* on[a-z]+=/.test(text)],
    ['no icon of the site', isPage && !text.includes('<link rel="icon" href="/_icon.svg"')],
    ['no skip link', isPage && !/<body[^>]*>\s*<a class="skip" href="#main">[^]*<main id="main"/.test(text)],
    ['no title, h1, main or lang', isPage && !/<html lang="[a-z-]+">[^]*<title>[^]*<main[^]*<h1>/.test(text)],
  ]
  return wrong.filter(([, isWrong]) => isWrong).map(([what]) => what)
}

/** Where its links and forms lead to on the same site. */
function linksOf(url: URL, text: string): string[] {
  const links = [...text.matchAll(/ (?:href|action)="([^"]*)"/g)].map(
    ([, href = '']) => new URL(href.replaceAll('&amp;', '&'), url),
  )
  return links
    .filter(({ origin, pathname }) => origin === url.origin && !pathname.startsWith('/_'))
    .map(({ pathname, search }) => pathname + search)
}

/** Goes from page to page by every link; of pages that differ in ids alone the first few. Answers with those that were seen, by their shape. */
async function crawl(open: (path: string) => Promise<Response>, origin: string, starts: readonly string[]) {
  const [waiting, known, shapes] = [[...starts], new Set(starts), new Map<string, number>()]
  const found: { path: string; wrong: string[] }[] = []
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const url = new URL(path, origin)
    const shape = `${url.pathname.replace(/\d+/g, ':n')}?${[...url.searchParams.keys()].toSorted().join('&')}`
    const times = (shapes.get(shape) ?? 0) + 1
    if (times > 2) continue
    shapes.set(shape, times)
    const answer = await open(url.pathname + url.search)
    const text = await answer.text()
    const isWatched = answer.status !== 303 && answer.headers.get('content-type')?.startsWith('image/') !== true
    const wrong = isWatched ? wrongIn(answer, text) : []
    if (wrong.length > 0) found.push({ path, wrong })
    const next = linksOf(url, text).filter((link) => !known.has(link))
    for (const link of next) known.add(link)
    waiting.push(...next)
  }
  return { found, shapes: [...shapes.keys()] }
}

it('every page linked from admin, portal, data, preview or storefront has the strict policy and nothing that it blocks (T10 T22)', async () => {
  const made = makeEmulator()
  const { emulator, urls, control, registerApp, openStore, installApp, signIn } = made
  const manifest = { renderMode: 'iframe', appUrl: 'http://127.0.0.1:1/app', installScope: 'region', slots }
  const app = await registerApp({ admin_manifest_json: JSON.stringify(manifest) })
  const store = await openStore({ appKey: app.appKey })
  await installApp({ app, store })
  await control('POST', `/stores/${store.code}/orders`, {})
  await control('POST', `/stores/${store.code}/checkpoint`, {})
  const manager = await signIn(store)
  const portal = await openPortal(made)
  const stranger = (origin: string) => (path: string) => emulator.fetch(new Request(origin + path))

  const seen = await Promise.all([
    crawl(manager.open, urls.admin, [
      '/admin',
      '/admin/orders/999999',
      '/admin/no-such',
      '/admin/panel-preview/app.no.such',
    ]),
    crawl(portal.open, urls.portal, ['/', '/data', '/no-such', '/apps/app.no.such', '/data/no-such']),
    crawl(stranger(urls.storefront), urls.storefront, ['/', `/${store.code}/tr/products/999999`, '/no-such']),
    crawl(stranger(urls.admin), urls.admin, ['/admin/sign-in', '/admin/sign-in?ticket=x']),
    crawl(stranger(urls.portal), urls.portal, ['/', '/?ticket=x']),
  ])

  expect(seen.flatMap(({ found }) => found)).toEqual([])
  const shapes = seen.flatMap((one) => one.shapes).join('\n')
  for (const part of [
    '/admin/panel-preview/',
    '/settings?',
    '/orders/:n?',
    '/edit?',
    '/data/demo/',
    '/changes?',
    '/row?key',
    '/cart?',
  ])
    expect(shapes).toContain(part)
})

it('admin, portal and storefront each have an icon in a different color', async () => {
  const { emulator, urls } = makeEmulator()

  const icons = await Promise.all(
    [urls.admin, urls.portal, urls.storefront].map((origin) => emulator.fetch(new Request(`${origin}/_icon.svg`))),
  )

  expect(icons.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual(
    Array.from({ length: 3 }, () => [200, 'image/svg+xml']),
  )
  const drawings = await Promise.all(icons.map((icon) => icon.text()))
  expect(new Set(drawings.map((drawing) => / fill="(#\w+)"/.exec(drawing)?.[1])).size).toBe(3)
})
