import { describe, expect, it } from 'vitest'

import { download } from '../../src/tunnel/cloudflared/download.ts'
import { makeConnectProxy, type ProxyOptions } from '../support/live/connect-proxy.ts'
import { makeFront } from '../support/live/front.ts'

async function fetchBy(env: (host: string) => Record<string, string>, options: ProxyOptions = {}) {
  const bytes = () => ({ status: 200, body: 'cloudflared' })
  const front = await makeFront({
    api: ({ headers }) => ({ status: 302, headers: { Location: `https://admin.${headers.host?.slice(4)}/file` } }),
    admin: bytes,
  })
  const proxy = await makeConnectProxy(options)
  const url = new URL(`${front.origins.api}/release`)
  const input = { url, maxBytes: 100, signal: new AbortController().signal, env: env(proxy.host) }
  const fetched = await download(input).then(String, (error: unknown) => error)
  return { fetched, proxy, front, hosts: [url.host, new URL(front.origins.admin).host] }
}

describe('the download of cloudflared', () => {
  it.each([
    ['HTTPS_PROXY', '', {}],
    ['https_proxy', 'http://', {}],
    ['ALL_PROXY', 'http://', {}],
    ['all_proxy', 'http://', {}],
    ['HTTPS_PROXY', 'http://name:p%40ss@', { login: 'name:p@ss' }],
    ['https_proxy', 'http://name:p%40ss@', { login: 'name:p@ss' }],
  ])('uses %s=%s… for the address and for its redirect', async (name, before, options) => {
    const { fetched, proxy, hosts } = await fetchBy((host) => ({ [name]: before + host }), options)

    expect(fetched).toBe('cloudflared')
    expect(proxy.asked).toEqual(hosts)
  })

  it.each(['NO_PROXY', 'no_proxy'])('uses no proxy for a host in %s', async (name) => {
    const { fetched, proxy, hosts } = await fetchBy((host) => ({ HTTPS_PROXY: host, [name]: 'admin.platform.test' }))

    expect(fetched).toBe('cloudflared')
    expect(proxy.asked).toEqual(hosts.slice(0, 1))
  })

  it.each([
    [
      'a proxy that requires a password',
      { login: 'name:right' },
      'net.proxy-auth',
      'requires a user name and password (407)',
    ],
    ['a proxy that rejects CONNECT', { status: 403 }, 'net.proxy-failed', '(403)'],
  ])('reports %s, and sends no other request', async (_, options, code, message) => {
    const { fetched, front } = await fetchBy((host) => ({ HTTPS_PROXY: `http://${host}` }), options)

    expect(fetched).toMatchObject({ code, message: expect.stringContaining(message) })
    expect(front.arrived()).toBe(0)
  })
})
