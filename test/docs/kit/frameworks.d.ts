// The parts of Express 5 and Fastify 5 that docs/kit/existing-apps.md uses. Neither is a package of this repository. A long test run installs them and starts the servers.
declare module 'express' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  type Next = (error?: unknown) => void
  type Middleware = (request: IncomingMessage, response: ServerResponse, next: Next) => unknown
  interface Express {
    use(middleware: Middleware): void
    post(
      path: string,
      handler: (request: { readonly body: unknown }, response: { json(value: unknown): void }) => void,
    ): void
    listen(port: number, host: string): void
  }
  interface ParserOptions {
    readonly verify: (request: IncomingMessage, response: ServerResponse, bytes: Uint8Array) => void
  }
  const express: { (): Express; readonly json: (options?: ParserOptions) => Middleware }
  export default express
}

declare module 'fastify' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  interface Server {
    addHook(name: 'onRequest', hook: (request: { readonly raw: IncomingMessage }, reply: Reply) => Promise<void>): void
    listen(options: { readonly port: number; readonly host: string }): Promise<string>
  }
  interface Reply {
    readonly raw: ServerResponse
    hijack(): void
  }
  const Fastify: () => Server
  export default Fastify
}
