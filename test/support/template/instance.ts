import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

export const SIGNING_SECRET = '5e'.repeat(32)

export interface Instance {
  readonly port: number
  readonly child: ChildProcess
  /** Peak memory in MiB, or NaN if the system does not report it. */
  readonly peakMiB: () => number
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

export interface InstanceOptions {
  /** Folder of a new app. */
  readonly dir: string
  readonly databaseUrl: string
  readonly platformUrl: string
}

/** Starts web and worker of a new app in one process and waits until it is ready. */
export async function startInstance({ dir, databaseUrl, platformUrl }: InstanceOptions): Promise<Instance> {
  const child = spawn(process.execPath, ['src/server.ts'], {
    cwd: dir,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATABASE_URL: databaseUrl,
      SVCAPP_APP_KEY: 'app.acme.loyalty',
      SVCAPP_BASE_URL: platformUrl,
      SVCAPP_ADMIN_URL: 'http://localhost:4801',
      SVCAPP_CLIENT_ID: 'cli_0123',
      SVCAPP_CLIENT_SECRET: 'cs_not-a-real-one',
      SVCAPP_SIGNING_SECRET: SIGNING_SECRET,
      SVCAPP_TOKEN_KEY: '7a'.repeat(32),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const port = await new Promise<number>((resolve, reject) => {
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      // Later output is only drained, so that the process does not block.
      if (said.length < 10_000) said += chunk
      const found = /"url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(said)?.[1]
      if (found !== undefined) resolve(Number(found))
    })
    void ended.then(() => reject(new Error(`The app has ended: ${said}`)))
  })
  while ((await fetch(`http://127.0.0.1:${port}/readyz`)).status !== 200) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    port,
    child,
    peakMiB: () => peakOf(child),
    end: async (signal) => {
      child.kill(signal)
      await ended
    },
  }
}

function peakOf({ pid }: ChildProcess): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return NaN
  }
}
