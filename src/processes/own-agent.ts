import { Agent } from 'node:http'
import { connect } from 'node:net'

import { whenOurs, type Created } from './own-end.ts'

/**
 * Connections that are kept, to programs of this user. While an app restarts its port is free, and another user of this machine may take it: before anything
 * is sent on a new connection its owner is checked. Those that are kept alive are the app's already.
 */
export class OwnAgent extends Agent {
  override createConnection(options: object, created: Created): undefined {
    // Made by http.request of a host and a port; the headers that stand beside them are nobody else's business (T35).
    const { host, port } = options as { host: string; port: number }
    whenOurs(connect({ host, port }), 'connect', created)
  }
}
