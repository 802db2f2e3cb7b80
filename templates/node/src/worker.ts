import { run } from './run.ts'

/** Does the jobs only, beside web processes: `npm run worker`. */
await run(['worker'])
