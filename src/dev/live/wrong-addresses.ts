import type { Send } from '../../http/wire.ts'
import { addressProblem } from '../../project/live/live-probe.ts'
import type { Target } from '../../project/targets.ts'
import type { DevContext } from '../context.ts'

/** Maximum delay of the start for a URL that does not respond. */
const PATIENCE_MS = 3000

/** Sends one request to each URL of [targets.live] and returns the problems. Sends no secret and never throws. */
export async function wrongAddresses(
  { tools, signal }: Pick<DevContext, 'signal'> & { readonly tools: Pick<DevContext['tools'], 'send'> },
  { baseUrl, adminUrl }: Pick<Target, 'baseUrl' | 'adminUrl'>,
): Promise<string[]> {
  const send: Send = (request) => tools.send({ ...request, signal, timeoutMs: PATIENCE_MS })
  const problems = await Promise.all([
    addressProblem(send, 'base_url', baseUrl),
    addressProblem(send, 'admin_url', adminUrl),
    // An interrupt ends the whole session.
  ]).catch(() => [])
  return problems.flatMap((problem) => problem?.text ?? [])
}
