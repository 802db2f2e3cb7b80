import { connect } from 'node:net'

/** Returns whether a program accepts connections on this port of localhost, on either of its addresses. */
export async function isListening(port: number): Promise<boolean> {
  const found = await Promise.all(['127.0.0.1', '::1'].map((host) => accepts(host, port)))
  return found.includes(true)
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const finish = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(1000, () => finish(false))
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
  })
}

export interface ReadyWait {
  readonly port: number
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Waits until a program listens on the port; false if none does in time. Rejects if the signal is aborted. */
export async function waitForPort({ port, timeoutMs, signal, sleep }: ReadyWait): Promise<boolean> {
  for (let waited = 0; waited <= timeoutMs; waited += 50) {
    signal.throwIfAborted()
    if (await isListening(port)) return true
    await sleep(50, signal)
  }
  return false
}
