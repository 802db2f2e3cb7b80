import type { RequestRow } from '../../control/contract.ts'
import type { World } from '../world.ts'

export interface Api {
  readonly fetch: (request: Request, info: { readonly address: string }) => Promise<Response>
  /** The newest calls, newest first. */
  readonly requests: () => RequestRow[]
}

/** The REST API under `/api/apps/v1`. */
export function createApi(_world: World): Api {
  return {
    fetch: async () => Response.json({ success: false, message: 'Not found.' }, { status: 404 }),
    requests: () => [],
  }
}
