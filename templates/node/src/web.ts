import { run } from './run.ts'

/** Answers requests only, beside worker processes: `npm run web`. */
await run(['web'])
