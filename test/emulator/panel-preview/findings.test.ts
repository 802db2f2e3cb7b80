import { describe, expect, it } from 'vitest'

import { calm, CSP, goodCookie, makePreview, type Panel, type PanelAnswers } from './preview-fixture.ts'

/** As an app should: a bad token is refused, a good one becomes a cookie and leaves the address. The admin's origin is known when it is asked. */
const goodPanel: PanelAnswers = (request, url) => {
  const headers = {
    'Content-Security-Policy': `${CSP}; frame-ancestors ${new URL(request.headers.referer ?? 'http://x').origin}`,
  }
  const token = url.searchParams.get('embed_token')
  if (url.pathname !== '/fullpage') return { headers, body: '<h1>Slot</h1>' }
  if (token === null) {
    return request.headers.cookie === 'sid=1'
      ? { headers, body: '<h1>Panel</h1>' }
      : { status: 401, headers, body: 'none' }
  }
  if (!isGood(token)) return { status: 401, headers, body: 'bad' }
  return { status: 303, headers: { ...headers, Location: '/fullpage', 'Set-Cookie': goodCookie } }
}

/** No signature is checked here: a test of the panel preview, not of a panel. */
function isGood(token: string): boolean {
  const [payload = '', signature = ''] = token.split('.')
  try {
    const { AppKey, Iat } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { AppKey: string; Iat: number }
    return signature !== '' && AppKey === 'app.acme.loyalty' && Iat === 1_795_262_400
  } catch {
    return false
  }
}

/** A page that is answered at once, with a session that holds. */
const page = (changes: Panel = {}): Panel => ({
  ...changes,
  headers: {
    'Content-Security-Policy': `${CSP}; frame-ancestors *`,
    'Set-Cookie': goodCookie,
    ...changes.headers,
  },
})

describe('panel preview findings', () => {
  it('list a command that explains each broken rule, and none for passed checks', async () => {
    const { find } = await makePreview(page({ headers: { 'Set-Cookie': goodCookie.replace(' Secure;', '') } }))

    const { html } = await find()

    const [open = '', passed = ''] = html.split('<details class="passed">')
    expect(open).toContain('<code>app explain EMB-110</code>')
    expect(passed).not.toContain('app explain')
  })

  it('report no error for a correct panel, and show the observed requests', async () => {
    const { find, seen, urls } = await makePreview(goodPanel)

    const { wrong, states, html, summary } = await find()

    expect(wrong).toEqual({})
    expect(summary).toBe(`The panel is ready: all ${Object.keys(states).length} checks passed.`)
    expect(html).toMatch(/<details class="passed">\s*<summary>\d+ passed<[^]*<\/details>/)
    expect(html).toContain('303 /fullpage → 200 /fullpage')
    expect(
      seen.map(({ headers }) => [
        headers.referer,
        headers['sec-fetch-dest'],
        headers['sec-fetch-site'],
        headers.cookie,
      ]),
    ).toEqual([
      [`${urls.admin}/`, 'iframe', 'cross-site', undefined],
      [`${urls.admin}/`, 'iframe', 'cross-site', 'sid=1'],
    ])
  })

  it.each<[string, Panel, object]>([
    [
      'EMB-111 EMB-113 a Lax cookie',
      page({ headers: { 'Set-Cookie': 'sid=1; HttpOnly; Secure; SameSite=Lax; Path=/' } }),
      { Session: 'error', 'Cookies in a frame': 'error' },
    ],
    [
      'EMB-113 a cookie that says nothing of SameSite',
      page({ headers: { 'Set-Cookie': 'sid=1; HttpOnly; Secure; Path=/' } }),
      { Session: 'error', 'Cookies in a frame': 'error' },
    ],
    [
      'EMB-110 a cookie without Secure',
      page({ headers: { 'Set-Cookie': 'sid=1; HttpOnly; SameSite=None; Path=/' } }),
      { Session: 'error', 'Cookies in a frame': 'error' },
    ],
    [
      'EMB-113 a second cookie that is lost',
      page({ headers: { 'Set-Cookie': [goodCookie, 'look=dark; SameSite=Strict'] } }),
      { Session: 'ok', 'Cookies in a frame': 'warning' },
    ],
    [
      'EMB-109 EMB-112 a cookie for scripts, or for one path',
      page({ headers: { 'Set-Cookie': 'sid=1; Secure; SameSite=None; Partitioned; Path=/fullpage' } }),
      { 'Cookie attributes': 'error' },
    ],
    [
      'a cookie that a private window blocks',
      page({ headers: { 'Set-Cookie': 'sid=1; HttpOnly; Secure; SameSite=None; Path=/' } }),
      { 'Third-party cookies': 'warning' },
    ],
    [
      'a cookie that is only taken away',
      page({ headers: { 'Set-Cookie': 'sid=; Max-Age=0' } }),
      { Session: 'warning' },
    ],
    ['EMB-104 a token that stays in the address', page(), { 'Token in the URL': 'error' }],
    [
      'EMB-104 a script that may take it out',
      page({ body: "<script>history.replaceState(null, '', '/')</script>" }),
      { 'Token in the URL': 'unknown' },
    ],
    [
      'EMB-104 a script that it cannot read',
      page({ body: '<script src="https://cdn.example/app.js"></script>' }),
      { 'Token in the URL': 'warning', 'Browser storage': 'unknown', 'Identity from a message': 'unknown' },
    ],
    [
      'EMB-107 a script that keeps things',
      page({ body: '<script>localStorage.token = new URLSearchParams(location.search).get("embed_token")</script>' }),
      { 'Browser storage': 'warning' },
    ],
    [
      'EMB-119 a script that takes a store from a message',
      page({ body: '<script>addEventListener("message", ({ data }) => load(data.storeContext.storeId))</script>' }),
      { 'Identity from a message': 'warning' },
    ],
    [
      'EMB-037 EMB-038 what the sandbox forbids',
      page({ body: '<a href="/x" target="_blank">x</a><script>window.open("/x")</script>' }),
      { 'Popups and downloads': 'warning' },
    ],
    [
      'a page that anybody frames',
      page({ headers: { 'Content-Security-Policy': CSP } }),
      { 'Frame ancestors': 'warning' },
    ],
    [
      'a page that the admin may not frame',
      page({
        headers: {
          'Content-Security-Policy': `${CSP}; frame-ancestors 'self' https://*.other.example`,
        },
      }),
      { 'Frame ancestors': 'error' },
    ],
    [
      'X-Frame-Options',
      page({ headers: { 'Content-Security-Policy': CSP, 'X-Frame-Options': 'SAMEORIGIN' } }),
      { 'Frame ancestors': 'error' },
    ],
    [
      'a policy that lets any script run',
      page({
        headers: {
          'Content-Security-Policy': "script-src 'unsafe-inline'; frame-ancestors *",
        },
      }),
      { 'Content-Security-Policy': 'warning' },
    ],
    ['an app that breaks', page({ status: 500 }), { 'App response': 'error' }],
    ['an app that refuses a good token', page({ status: 401 }), { 'App response': 'error' }],
    [
      'EMB-031 a redirect to another origin',
      { status: 302, headers: { Location: 'https://login.example/' } },
      { 'App origin': 'error', 'App response': 'error' },
    ],
    ['redirects in a circle', { status: 302, headers: { Location: '/fullpage' } }, { 'App response': 'error' }],
  ])('%s', async (_what, panel, expected) => {
    const { find } = await makePreview(panel)

    expect((await find()).states).toMatchObject(expected)
  })

  it.each([
    ['sid=1; HttpOnly; Secure; SameSite=None; Path=/', { all: 'warning', partitioned: 'error', none: 'warning' }],
    [goodCookie, { all: 'ok', partitioned: 'ok', none: 'warning' }],
  ])('report how this browser treats %s', async (cookie, states) => {
    const { find } = await makePreview(page({ headers: { 'Set-Cookie': cookie } }))

    for (const [kept, state] of Object.entries(states)) {
      expect([kept, (await find('', { ...calm, kept })).states['Third-party cookies']]).toEqual([kept, state])
    }
  })

  it('detect a session by header, and whether a preflight allows it (EMB-114 EMB-116)', async () => {
    const script = '<script type=module src=/main.js></script>'
    const answers =
      (allowed: string): PanelAnswers =>
      (request, url) => {
        if (request.method === 'OPTIONS') return { status: 204, headers: { 'Access-Control-Allow-Headers': allowed } }
        if (url.pathname === '/main.js')
          return { body: "import { call } from './call.js'; history.replaceState(null, '', '/')" }
        if (url.pathname === '/call.js')
          return { body: "export const call = () => fetch('/api', { headers: { 'x-service-embed-token': token } })" }
        return { body: script }
      }
    const [open, shut] = [
      await makePreview(answers('X-Service-Embed-Token')),
      await makePreview(answers('Authorization')),
    ]

    expect((await open.find()).states).toMatchObject({ Session: 'ok', 'Allowed header': 'ok', 'Browser storage': 'ok' })
    expect((await shut.find()).states).toMatchObject({ Session: 'ok', 'Allowed header': 'unknown' })
  })

  it('show the app address if the app rejects a valid token, because another program may use the port', async () => {
    const { find, appUrl } = await makePreview({ status: 404 })

    const { html } = await find()

    expect(html).toContain(`404 /fullpage at ${appUrl}`)
    expect(html).toContain(`If the app does not listen at ${appUrl}, register its URL with <code>app register</code>.`)
  })

  it('leave the response unchecked for a slot that is rejected without a session', async () => {
    const { find } = await makePreview({ status: 401 })

    expect((await find('?view=settings')).states['App response']).toBe('unknown')
  })

  it('report an app that does not run', async () => {
    const { find, registerApp } = await makePreview({})
    const manifest = { renderMode: 'iframe', appUrl: 'http://127.0.0.1:9', installScope: 'region', slots: [] }
    await registerApp({ admin_manifest_json: JSON.stringify(manifest) })

    const { states, html } = await find()

    expect(states).toMatchObject({
      'App response': 'error',
      'Token in the URL': 'unknown',
      'Frame ancestors': 'unknown',
    })
    expect(html).toContain('app dev')
  })

  it.each<[string, string, object, object]>([
    ['BRIDGE-008 a ready that comes late', '', { readyAtMs: 1500 }, { 'service:ready': 'warning' }],
    ['BRIDGE-002 a ready that never comes', '', { readyAtMs: null }, { 'service:ready': 'warning' }],
    ['no ready yet', '', { readyAtMs: null, ageMs: 900 }, { 'service:ready': 'unknown' }],
    ['BRIDGE-008 a frame that never loads', '', { loadedAtMs: null }, { Load: 'error' }],
    ['a frame that loads still', '', { loadedAtMs: null, ageMs: 900 }, { Load: 'unknown' }],
    ['EMB-042 a height of the full page', '', { resizes: { count: 1 } }, { 'service:resize': 'warning' }],
    [
      'EMB-044 a height that is clamped',
      '?view=order-detail',
      { resizes: { count: 2, clamped: 1, lastAsked: 5000 } },
      { 'service:resize': 'warning' },
    ],
    [
      'EMB-045 a change that is too small',
      '?view=order-detail',
      { resizes: { count: 2, small: 1 } },
      { 'service:resize': 'ok' },
    ],
    [
      'BRIDGE-009 a height that is no number',
      '?view=order-detail',
      { resizes: { count: 1, noNumber: 1 } },
      { 'service:resize': 'error' },
    ],
    [
      'a flood of messages',
      '?view=order-detail',
      { resizes: { count: 90, mostInSecond: 60 } },
      { 'Resize rate': 'warning' },
    ],
    [
      'BRIDGE-001 messages that nobody hears',
      '',
      { odd: { window: 1, shape: 2 }, otherOrigins: ['http://a.example'] },
      { 'Other messages': 'warning' },
    ],
    ['EMB-031 a frame that went away', '', { blocked: ['https://login.example'] }, { 'App origin': 'error' }],
    ['EMB-104 an entry of the history', '', { historyEntries: 1 }, { History: 'warning' }],
    ['nothing of a bridge where there is none', '?view=storefront-block', { readyAtMs: null }, { Load: 'ok' }],
  ])('%s', async (_what, query, browserSaw, expected) => {
    const { find } = await makePreview(goodPanel)

    expect((await find(query, { ...calm, ...browserSaw })).wrong).toEqual(
      Object.fromEntries(Object.entries(expected).filter(([, state]) => state !== 'ok')),
    )
  })

  it('report only an unchecked identity for a detail slot that uses a hint (EMB-022 BRIDGE-022)', async () => {
    const { find } = await makePreview((request, url) =>
      url.pathname === '/order-detail'
        ? {
            ...goodPanel(request, url),
            body: '<script>onmessage = ({ data }) => ask(data.storeContext.storeId)</script>',
          }
        : goodPanel(request, url),
    )

    expect((await find('?view=order-detail')).wrong).toEqual({ 'Identity from a message': 'unknown' })
  })

  it('report every invalid token that an app accepts (EMB-080 EMB-085 EMB-092 EMB-094 EMB-095 EMB-057 EMB-106 EMB-117)', async () => {
    const [gullible, careful] = [await makePreview(page()), await makePreview(goodPanel)]

    const taken = (await gullible.find('?check=tokens')).states
    const refused = (await careful.find('?check=tokens')).states

    const bad = ['malformed', 'invalid signature', 'other app', 'expired', 'not yet valid'].map(
      (one) => `Token: ${one}`,
    )
    for (const title of [...bad, 'Token: missing']) expect([title, taken[title]]).toEqual([title, 'error'])
    expect(taken).toMatchObject({ 'Token: already used': 'warning', 'Token error screens': 'warning' })
    expect(refused).toMatchObject({
      'Token: malformed': 'ok',
      'Token: other app': 'ok',
      'Token: expired': 'ok',
      'Token: not yet valid': 'ok',
      'Token: missing': 'ok',
      'Token error screens': 'ok',
      // This panel checks no signature, and no token twice: the panel preview tells.
      'Token: invalid signature': 'error',
      'Token: already used': 'warning',
    })
  })

  it.each([
    ['expired', 'ok'],
    ['none', 'ok'],
    ['bad_signature', 'error'],
  ])('report the app response to the token of the frame itself: %s, %s', async (kind, state) => {
    const { find } = await makePreview(goodPanel)

    expect((await find(`?token=${kind}`)).states['Token of this frame']).toBe(state)
  })
})
