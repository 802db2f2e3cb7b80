import type { Send } from '../../http/wire.ts'
import { addressProblem } from '../../project/live/live-probe.ts'
import type { Target } from '../../project/targets.ts'
import type { Stage } from '../stage.ts'

/** How long the start may wait for a silent address. */
const PATIENCE_MS = 3000

/** What one request to each address of [targets.live] shows to be wrong. It sends no secret and raises nothing. */
export async function wrongAddresses(
  { tools, signal }: Pick<Stage, 'signal'> & { readonly tools: Pick<Stage['tools'], 'send'> },
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
