import { sha256Hex } from '../../text/sha256.ts'

/** Platforms on this machine, the only ones with http, may share a database, for example in `app check`. Each one's jobs are for the processes that know it. */
export function queueName(baseUrl: string): string {
  return baseUrl.startsWith('http:') ? `svcapp-${sha256Hex(baseUrl).slice(0, 12)}` : 'svcapp'
}
