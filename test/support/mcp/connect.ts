import { PassThrough } from 'node:stream'

import { Client, type Transport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'

import type { Context } from '../../../src/context.ts'
import { serveMcp } from '../../../src/mcp/serve/serve-mcp.ts'

/** JSON.parse's result, which tests inspect. */
type Json = ReturnType<typeof JSON.parse>

export interface ToolCallAnswer {
  /** Our own text. */
  readonly said: Json
  /** Untrusted text. */
  readonly foreign: Json
  readonly isError: boolean
  /** All texts that the client received. */
  readonly texts: readonly string[]
}

export interface ServeOptions {
  readonly isReadOnly?: boolean
  readonly targetName?: 'emulator' | 'live'
}

/** Starts the server over streams in memory and connects a client of the official SDK. */
export async function connectMcp(
  context: () => Context,
  { isReadOnly = false, targetName = 'emulator' }: ServeOptions = {},
) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const current = context()
  const served = serveMcp(
    { ...current, channel: () => ({ input, output }) },
    {
      currentContext: context,
      targetName,
      platform: null,
      isReadOnly,
      version: current.version,
      packageRoot: current.packageRoot,
    },
  )
  const client = new Client({ name: 'a-client', version: '1.0.0' })
  await client.connect(lines(output, input))
  onTestFinished(async () => {
    await client.close()
    await served
  })
  const ask = async (name: string, input: Record<string, unknown> = {}): Promise<ToolCallAnswer> =>
    asked(await client.callTool({ name, arguments: input }))
  return { client, ask, served, input, output }
}

export function asked(answer: Awaited<ReturnType<Client['callTool']>>): ToolCallAnswer {
  const texts = (answer.content as { text: string }[]).map(({ text }) => text)
  const [own = '', fenced] = texts
  // One line between its two markers.
  const foreign: Json = fenced === undefined ? {} : JSON.parse(fenced.split('\n')[2] ?? '')
  return { said: JSON.parse(own), foreign, isError: answer.isError === true, texts }
}

/** A transport with one JSON line per message, as over stdin and stdout. */
function lines(from: PassThrough, to: PassThrough): Transport {
  let rest = ''
  const transport: Transport = {
    start: async () => {
      from.on('data', (chunk: Buffer) => {
        const parts = `${rest}${chunk.toString('utf8')}`.split('\n')
        rest = parts.pop() ?? ''
        for (const line of parts) transport.onmessage?.(JSON.parse(line))
      })
      from.on('end', () => transport.onclose?.())
    },
    send: async (message) => void to.write(`${JSON.stringify(message)}\n`),
    close: async () => {
      to.end()
      transport.onclose?.()
    },
  }
  return transport
}
