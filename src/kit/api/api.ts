import type { Resources } from '../../sdk/resources.ts'

/** The calls of one install: those of `svcapp/client`, with the same types and errors. */
export type Api = Resources
