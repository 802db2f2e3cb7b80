import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request, type Agent } from 'node:http'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import { eventText, signed } from './support.ts'

export interface Running {
  readonly child: ChildProcess
  readonly port: number
}

/** Starts a gateway in its own process, which ends with the test. */
export async function startChild(journal: string, appPort: number, ...more: ('ack' | 'prune')[]): Promise<Running> {
  const program = join(import.meta.dirname, 'gateway-child.ts')
  const child = spawn(process.execPath, [program, journal, String(appPort), ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, port: Number(line.toString()) }
}

/** Sends one delivery over its own agent. Its status, or null when the connection broke. */
export async function post(agent: Agent, port: number, eventId: string): Promise<number | null> {
  const body = eventText(eventId)
  return new Promise((resolve) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/webhooks',
      headers: signed(body),
      agent,
    })
    outgoing.on('error', () => resolve(null))
    outgoing.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? null)
    })
    outgoing.end(body)
  })
}
