import { environmentSecrets } from '../credentials/env.ts'
import { redactSecrets } from '../protocol/redact.ts'

type Writable = NodeJS.WriteStream & { fd: number }

/** Redacts the stream if `DEBUG` or `NODE_DEBUG` is set, because these print requests and objects with bearer tokens. */
export function redactStream(stream: Writable, env: Readonly<Record<string, string | undefined>>): void {
  const known = environmentSecrets(env)
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean
  stream.write = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? redactSecrets(chunk, known) : chunk, ...rest)
}
