import { connect, createServer, type AddressInfo } from 'node:net'

export interface Front {
  readonly port: number
  readonly close: () => void
}

/** Opens one port for several instances. Each connection goes to the next reachable one. */
export async function startFront(ports: readonly number[]): Promise<Front> {
  let turn = 0
  const server = createServer((client) => {
    client.setNoDelay(true)
    client.on('error', () => client.destroy())
    const reach = (left: number): void => {
      const port = ports[turn++ % ports.length] ?? 0
      const instance = connect(port, '127.0.0.1')
      instance.setNoDelay(true)
      let isReached = false
      instance.once('connect', () => {
        isReached = true
        client.pipe(instance).pipe(client)
        client.once('close', () => instance.destroy())
      })
      // A reached instance may have received part of the request, which the next one would miss.
      instance.once('error', () => (isReached || left === 0 ? client.destroy() : reach(left - 1)))
      instance.once('close', () => isReached && client.destroy())
    }
    reach(ports.length - 1)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A TCP server always has such an address.
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
