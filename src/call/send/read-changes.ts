import { streamDelta, type DeltaEndpoint, type DeltaStart, type Follow } from '../../client/paging/delta.ts'
import { AppError } from '../../errors.ts'
import type { OpenRegion } from '../../tasks/call/open-regions.ts'
import { parseDuration } from '../../tasks/duration.ts'
import { defined } from '../../text/defined.ts'
import { escapeForeign } from '../../text/escape.ts'
import { parseInstant } from '../../text/time/instant.ts'
import type { ChangesOptions } from '../input/call-options.ts'
import { prepare, type Call } from './call.ts'
import { cursorFile, type CursorFile } from './cursor-file.ts'
import type { Strategy } from './strategy.ts'
import { writablePath } from './writable-path.ts'

const DEFAULT_PAUSE = '10s'

const NOW = 'now'

const MAX_PAUSE_MS = 24 * 3_600_000

/**
 * Reads the changes of a region: once, or without end with `--follow`. The cursor is saved to `--cursor-file` after
 * each batch has been printed and accepted by the system, so a killed run repeats at most the last batch.
 */
export function readChanges(call: Call, changes: ChangesOptions): Strategy {
  rejectMixtures(call, changes)
  const { facts, asked } = call
  const { isFollowing, interval = DEFAULT_PAUSE } = changes
  const pauseMs = parsePause(interval)
  const since = parseSince(changes)
  const begin = async (region: OpenRegion) => {
    const file = await openFile(call, changes, region)
    return { file, start: await findStart(call, { isFollowing, since, kept: file?.read() ?? null }) }
  }
  return {
    isWalk: !isFollowing,
    hasMany: true,
    isLive: isFollowing,
    requests: async (region) => {
      const { start } = await begin(region)
      const { cursor: _, updatedAfter: __, ...query } = asked.query
      return [{ ...asked, query: { ...query, ...start } }]
    },
    async *answers(region) {
      const { file, start } = await begin(region)
      const { client, pin } = region
      // run-call.ts has checked that it is a list by cursor.
      const endpoint = facts.known as DeltaEndpoint
      const input = { query: asked.query, region: pin }
      const follow = isFollowing ? openFollow(call, pauseMs) : undefined
      let kept = 'cursor' in start ? start.cursor : null
      for await (const { result, items, cursor } of streamDelta({
        client,
        endpoint,
        start,
        input,
        ...defined({ follow }),
      })) {
        const taken = () => {
          if (cursor === null || cursor === kept) return
          file?.save(cursor)
          kept = cursor
        }
        yield { result, rows: items, place: 'items', taken }
      }
    },
  }
}

function openFollow({ context }: Call, pauseMs: number): Follow {
  const { sleep, terminal, interrupted: signal } = context
  const onTrouble = ({ message }: AppError) =>
    terminal.note(escapeForeign(`${message} Retrying in ${Math.ceil(pauseMs / 1000)} s.`))
  return { pauseMs, sleep, signal, onTrouble }
}

function rejectMixtures({ asked, options }: Call, { isFollowing, cursorFile: file, since }: ChangesOptions): void {
  if (options.isFanOut) {
    throw new AppError('usage.invalid', 'A cursor belongs to one region, so changes cannot be read with --region all.')
  }
  if (isFollowing && options.format === 'json') {
    throw new AppError('usage.invalid', '--follow never stops, so it cannot print one JSON document.', {
      suggestions: ['Use --ndjson, which prints one document per line.'],
    })
  }
  if (asked.query['cursor'] !== undefined && file !== undefined) {
    throw new AppError('usage.invalid', '--cursor and --cursor-file cannot be used together.')
  }
  if (since !== undefined && asked.query['updatedAfter'] !== undefined) {
    throw new AppError('usage.invalid', '--since and --updated-after cannot be used together.')
  }
}

async function openFile(
  call: Call,
  { cursorFile: given }: ChangesOptions,
  region: OpenRegion,
): Promise<CursorFile | null> {
  const { context, target, project, asked } = call
  if (given === undefined) return null
  const { install } = region
  const { headers } = await prepare(call, region, asked)
  const pin = headers['X-Region-Id']
  return cursorFile(writablePath(context.cwd, { given, flag: '--cursor-file' }), {
    target: target.identity,
    appKey: project.config.key,
    storeId: install.storeId,
    regionId: pin === undefined ? install.regionId : Number(pin),
  })
}

interface Beginning {
  readonly isFollowing: boolean
  /** ISO-8601 UTC, or `now`. */
  readonly since: string | null
  /** The cursor from the file. */
  readonly kept: string | null
}

/** Returns the start of the first request: the saved cursor, else the typed one. Raises `usage.missing`. */
async function findStart(call: Call, { isFollowing, since, kept }: Beginning): Promise<DeltaStart> {
  const { asked, context } = call
  const cursor = kept ?? asked.query['cursor']
  if (typeof cursor === 'string') return { cursor }
  const updatedAfter = since === NOW ? await platformTime(call) : (since ?? asked.query['updatedAfter'])
  if (typeof updatedAfter === 'string') return { updatedAfter }
  if (!isFollowing) {
    throw new AppError('usage.missing', 'No start time is set, and no cursor is saved yet.', {
      suggestions: ['Set --since for the first run, for example: --since 2026-11-01T00:00:00Z'],
    })
  }
  // Following without a cursor reads only new changes. A note reports it once, because earlier ones are left out.
  const now = await platformTime(call)
  context.terminal.note(`Showing changes since ${now}. To see earlier changes, set --since <ISO time>.`)
  return { updatedAfter: now }
}

/** Returns milliseconds. Raises `usage.invalid`: a timer longer than 24 days fires immediately, so requests would be sent without a pause. */
function parsePause(interval: string): number {
  const ms = parseDuration(interval)
  if (ms <= MAX_PAUSE_MS) return ms
  throw new AppError('usage.invalid', 'The maximum --interval is 1d.')
}

/** Returns the current time of the platform's clock, which sets the rows' times. The emulator's may be ahead of this machine's. */
async function platformTime({ context, target }: Call): Promise<string> {
  if (target.control === null) return context.now().toISOString()
  const { createControlClient } = await import('../../control/control-client.ts')
  const { now } = await createControlClient({ send: context.send, ...target.control }).clock()
  return now
}

/** Converts `--since` to UTC, as the platform requires. A date begins at midnight UTC; `now` stays unchanged, because only the platform has its time. */
function parseSince({ since }: ChangesOptions): string | null {
  if (since === undefined || since === NOW) return since ?? null
  const [, day, time = 'T00:00Z'] = /^([\d-]+)(T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.exec(since) ?? []
  const at = day === undefined ? null : parseInstant(day + time)
  if (at !== null) return at.toISOString()
  throw new AppError('usage.invalid', `--since ${since} is not an ISO time with a time zone.`, {
    suggestions: ['Use a time such as 2026-11-01T00:00:00Z, a date such as 2026-11-01 (midnight UTC), or now.'],
  })
}
