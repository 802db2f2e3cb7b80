import { Agent, type AgentOptions } from 'node:http'
import { connect } from 'node:net'

import { createLocalConnect, whenOurs, type Created, type LocalConnect, type RejectEnd } from './own-end.ts'

/**
 * Connections that are kept, to programs of this user. While an app restarts its port is free, and another program may take it: before anything is sent on a
 * new connection its owner is checked. Those that are kept alive are the app's already.
 */
export class OwnAgent extends Agent {
  readonly #connect: LocalConnect
  readonly #reject: RejectEnd | undefined

  constructor(options: AgentOptions, reject?: RejectEnd) {
    super(options)
    this.#connect = createLocalConnect(reject)
    this.#reject = reject
  }

  override createConnection(options: object, created: Created): undefined {
    // Made by http.request of a host and a port; the headers that stand beside them are nobody else's business (T35).
    const { host, port } = options as { host: string; port: number }
    if (host === LOCAL) this.#connect(port, created)
    else whenOurs(connect({ host, port }), 'connect', created, this.#reject)
  }
}

/** The address of apps on this machine; one that does not listen there may listen at ::1. */
const LOCAL = '127.0.0.1'
