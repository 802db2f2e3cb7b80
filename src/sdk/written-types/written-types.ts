import { apiText } from './api-text.ts'
import { eventsText } from './events-text.ts'
import { parseJsonText, validatorText } from './validator-text.ts'

/** How a written file begins: what begins otherwise is somebody's own. */
export const WRITTEN_MARK = '// Made by `app types`.'

export interface WrittenTypesOptions {
  /** Whether an id is a bigint where a number does not hold it; else such an id is refused by the validators. */
  readonly hasExactIds: boolean
}

/** The types of the platform's events and API as one TypeScript file that imports nothing, with validators by Standard Schema. Made from the catalog alone. */
export function writtenTypes({ hasExactIds }: WrittenTypesOptions = { hasExactIds: false }): string {
  return `${[
    `${WRITTEN_MARK} Do not edit it: run the command again. To check that it is current: \`app types${hasExactIds ? ' --exact-ids' : ''} --check\`.\n/* eslint-disable */`,
    hasExactIds ? exactLong : plainLong,
    '/** An exact decimal. Convert it to text or a decimal type before you calculate. */\nexport type Decimal = number',
    eventsText(),
    apiText(),
    ...(hasExactIds ? [parseJsonText] : []),
    validatorText.trimEnd(),
  ].join('\n\n')}\n`
}

const plainLong =
  '/** A 64-bit id. JSON.parse rounds ids above 2^53, so the validators reject them. `app types --exact-ids` writes a file that accepts them. */\nexport type Long = number'

const exactLong =
  '/** A 64-bit id, as a bigint above 2^53. Read it with `parseJson`, because the validators reject rounded ids. */\nexport type Long = number | bigint'
