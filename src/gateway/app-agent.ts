import { Agent } from 'node:http'
import { connect } from 'node:net'

import { whenOurs, type Created } from '../processes/own-end.ts'

/**
 * Connections to the app. While the app restarts its port is free, and another user of this machine may take it: before anything is sent on a new
 * connection its owner is checked. Those that are kept alive are the app's already.
 */
export class AppAgent extends Agent {
  override createConnection(options: object, created: Created): undefined {
    // Made by http.request of a host and a port.
    whenOurs(connect(options as { host: string; port: number }), 'connect', created)
  }
}
