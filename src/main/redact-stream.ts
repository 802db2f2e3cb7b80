import { environmentSecrets } from '../credentials/env.ts'
import { redactSecrets } from '../protocol/redact.ts'

type Writable = NodeJS.WriteStream & { fd: number }

/** `DEBUG` and `NODE_DEBUG` print requests and objects as they are, bearer tokens included: whatever they write passes the redactor. */
export function redactStream(stream: Writable, env: Readonly<Record<string, string | undefined>>): void {
  const known = environmentSecrets(env)
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean
  stream.write = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? redactSecrets(chunk, known) : chunk, ...rest)
}
