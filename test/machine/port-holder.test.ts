import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

import { expect, it } from 'vitest'

import { findPortHolder } from '../../src/machine/port-holder.ts'

it.runIf(process.platform === 'linux')(
  'P9 names who listens on a port, without its arguments, and nobody on a free one',
  async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo

    const holder = findPortHolder(port)
    server.close()
    await once(server, 'close')

    expect(holder?.pid).toBe(process.pid)
    expect(holder?.name).not.toContain(' --')
    expect(findPortHolder(port)).toBeNull()
  },
)
