import { run } from './run.ts'

/** The whole app in one process: `npm start`. */
await run(['web', 'worker'])
