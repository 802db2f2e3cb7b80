import { database, serve } from 'svcapp-kit/node'

import { appOn } from './app.ts'

/** For development: the same app on Node, with data/app.db instead of D1. */
await serve(appOn({ env: process.env, database: database(process.env) }))
