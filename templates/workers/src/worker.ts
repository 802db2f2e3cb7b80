import { d1, worker, type D1Binding } from 'svcapp-kit/d1'

import { appOn } from './app.ts'

/** On Workers, variables, secrets and the D1 database are bindings. */
export default worker((env: { readonly DB: D1Binding }) => appOn({ env, database: d1(env.DB) }))
