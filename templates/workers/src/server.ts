import { database, serve } from 'svcapp-kit/node'

import { appOn } from './app.ts'

/** While you build: the same app on Node, with data/app.db in place of D1. */
await serve(appOn({ env: process.env, database: database(process.env) }))
