import { Agent, type AgentOptions } from 'node:http'
import { connect } from 'node:net'

import { createLocalConnect, whenOurs, type Created, type LocalConnect, type RejectEnd } from './own-end.ts'

/**
 * Keep-alive connections to programs of this user. While an app restarts, its port is free and another program may take it,
 * so the owner of a new connection is checked before anything is sent. Connections kept alive already belong to the app.
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
    // http.request builds these from a host and a port; the headers next to them must not be read (T35).
    const { host, port } = options as { host: string; port: number }
    if (host === LOCAL) this.#connect(port, created)
    else whenOurs(connect({ host, port }), 'connect', created, this.#reject)
  }
}

/** Address of apps on this machine. An app that does not listen there may listen on ::1. */
const LOCAL = '127.0.0.1'
