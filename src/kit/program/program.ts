import { AppError } from '../../errors.ts'
import type { DeadLetter } from '../database/queue.ts'
import { schemaText } from '../database/schema.ts'
import { openLetters, type Letters } from './open-letters.ts'
import type { ProgramTools } from './program-tools.ts'

const USAGE = `Usage: npx svcapp-kit dead-letters                    List events and jobs that are no longer retried, oldest first.
       npx svcapp-kit dead-letters redrive [store]    Retry the dead letters of one store or all stores.
       npx svcapp-kit migrations --d1                 Print the SQL of the kit's tables for D1.`

/** Runs the kit's command line. Returns the exit code. */
export async function runProgram(words: readonly string[], tools: ProgramTools): Promise<number> {
  const [topic = '', act = '', store] = words
  const isKnown = act === '' || (act === 'redrive' && (store === undefined || /^\d{1,15}$/.test(store)))
  if (topic === 'dead-letters' && isKnown) return onLetters(tools, { isRedrive: act === 'redrive', store })
  if (topic === 'migrations' && act === '--d1') {
    tools.print(schemaText())
    return 0
  }
  tools.printError(USAGE)
  return topic === '' || topic === '--help' ? 0 : 2
}

async function onLetters(
  tools: ProgramTools,
  { isRedrive, store }: { readonly isRedrive: boolean; readonly store: string | undefined },
): Promise<number> {
  try {
    const letters = await openLetters(tools)
    try {
      await (isRedrive ? redrive(letters, store, tools) : list(letters, tools))
    } finally {
      await letters.close()
    }
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    tools.printError(error.message)
    return 1
  }
}

async function list(letters: Letters, { print }: ProgramTools): Promise<void> {
  const all = await letters.list()
  if (all.length === 0) return print('No dead letters.')
  for (const letter of all) print(lineOf(letter))
  print('To retry all dead letters: npx svcapp-kit dead-letters redrive')
}

async function redrive(letters: Letters, store: string | undefined, { print }: ProgramTools): Promise<void> {
  const jobs = await letters.redrive(store === undefined ? undefined : Number(store))
  print(
    jobs === 0
      ? 'No dead letters.'
      : `${jobs} ${jobs === 1 ? 'job' : 'jobs'} queued for a retry. A running app starts ${jobs === 1 ? 'it' : 'them'} within 30 s.`,
  )
}

function lineOf({ since, name, storeId, regionId, reason, id }: DeadLetter): string {
  const place = `store ${storeId}${regionId === null ? '' : ` region ${regionId}`}`
  return [since.toISOString(), name, place, plain(reason), plain(id)].join('  ')
}

/** Escapes ids and reasons, because they contain untrusted text that must not control the terminal. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
