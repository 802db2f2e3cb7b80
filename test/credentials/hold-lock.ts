/** Takes the lock of the index named by the first argument and keeps it until it is killed. */
import { createIndex } from '../../src/credentials/credential-index.ts'

await createIndex(process.argv[2] ?? '').exclusively(async () => {
  process.stdout.write('held\n')
  await new Promise((resolve) => void setTimeout(resolve, 60_000))
})
