import { connect } from 'node:net'

import { describe, expect, it } from 'vitest'

import { failureOf } from '../support/machine.ts'
import { approveInBrowser } from '../support/manager.ts'
import { usePlatform, type OpenProject } from '../support/platform.ts'

const platform = usePlatform()

const setFault = async (project: OpenProject, ...argv: string[]) =>
  project.ok(['emulator', 'fault', 'set', ...argv, '--app', project.key])

/** All that comes back on one connection, and how it ended. */
async function raw(path: string, token: string): Promise<{ text: string; end: string }> {
  const { hostname, port, host } = new URL(platform().urls.api)
  const { promise, resolve } = Promise.withResolvers<{ text: string; end: string }>()
  let text = ''
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('connect', () =>
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`),
  )
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  socket.on('error', (error) => resolve({ text, end: (error as NodeJS.ErrnoException).code ?? error.message }))
  socket.on('close', () => resolve({ text, end: 'closed' }))
  return promise
}

describe('faults over HTTP', () => {
  it('a lost exchange response is reported, and a new install works and replaces the lost token', async () => {
    const project = await platform().openProject()
    await setFault(project, 'drop-exchange-response')

    const lost = failureOf(await project.run(['install', '--approve', '--json']))
    const rows = await platform().requests(project.key)
    const again = await project.ok(['install', '--approve'])

    expect(lost).toMatchObject({ exit: 8, code: 'install.response-lost' })
    expect(lost.hint).toContain('app install')
    expect(rows.map(({ status, cause }) => `${status} ${cause}`)).toEqual(['200 fault drop-exchange-response'])
    expect(again).toMatchObject({ storeCode: project.store.code })
    expect(await project.ok(['call', 'orders', 'list'])).toMatchObject({ success: true })
  })

  it('a dropped exchange closes the connection without a response', async () => {
    const project = await platform().openProject()
    const code = (await approveInBrowser(platform(), project)).searchParams.get('code') ?? ''
    await setFault(project, 'drop-exchange-response')
    const { client_id: clientId, client_secret: clientSecret } = project.secrets
    const { hostname, port, host } = new URL(platform().urls.api)
    const body = JSON.stringify({ clientId, clientSecret, code })
    const socket = connect({ host: hostname, port: Number(port) })
    let received = 0
    socket.on('data', (chunk: Buffer) => (received += chunk.byteLength))
    const closed = new Promise((resolve) => void socket.once('close', resolve))

    socket.write(
      `POST /api/apps/oauth/token HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    await closed

    expect(received).toBe(0)
  })

  it('reset truncates the response, and the client reports an error', async () => {
    const project = await platform().installedProject()
    const { token } = await project.ok<{ token: string }>(['token', 'show', '--reveal'])
    await setFault(project, 'reset', '--path', '/context', '--times', '2')

    const broken = await raw('/api/apps/v1/context', token)
    const refused = fetch(`${platform().urls.api}/api/apps/v1/context`, {
      headers: { Authorization: `Bearer ${token}` },
    })

    await expect(refused.then(async (response) => response.text())).rejects.toThrow()
    const [head = '', body = ''] = broken.text.split('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.POSITIVE_INFINITY)
    expect(body.length).toBeLessThan(length)
    expect((await platform().requests(project.key)).slice(0, 2).map(({ cause }) => cause)).toEqual([
      'fault reset',
      'fault reset',
    ])
    expect(await project.ok(['call', 'context', 'get'])).toMatchObject({ success: true })
  })

  it('a read survives one 503 and one 429, and a 500 is reported immediately (P16 P21)', async () => {
    const project = await platform().installedProject({ scopes: 'orders.read,orders.write' })
    await setFault(project, '503', '--path', '/orders')
    await setFault(project, '429', '--path', '/orders', '--retry-after', 'date+1')

    const read = await project.run(['call', 'orders', 'list', '--json'])

    expect([read.exit, (read.stderr.match(/Retrying/g) ?? []).length]).toEqual([0, 2])
    await setFault(project, '500', '--path', '/orders*')
    const failed = failureOf(await project.run(['call', 'raw', 'GET', '/orders', '--json']))
    expect(failed).toMatchObject({ exit: 12, code: 'api.error' })
  })
})
