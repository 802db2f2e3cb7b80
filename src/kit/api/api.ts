import type { Resources } from '../../sdk/resources.ts'

/** The API calls of one install, with the types and errors of `svcapp/client`. */
export type Api = Resources
