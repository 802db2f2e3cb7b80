import { rmSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import type { RunFile } from '../../../src/control/contract.ts'
import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { linkEmulator } from '../../../src/dev/processes/emulator-link.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { nodeSend, serve } from '../../support/served.ts'

async function join(port: number) {
  const { paths, running } = await serve({ port })
  const events: DevEvent[] = []
  const over = new AbortController()
  const dev = {
    tools: { paths, send: nodeSend },
    emit: (event: DevEvent) => void events.push(event),
    signal: over.signal,
  }
  return { link: linkEmulator(dev, running.runFile), events, paths, running, over }
}

const away = { code: 'emulator.not-running' }

describe('the link of app dev to its emulator', () => {
  it('reports once that the emulator has stopped, and that it is back with the same data and addresses', async () => {
    const port = await freePort()
    const { link, events, paths, running } = await join(port)
    const before = await link.control.stores()
    await running.close()

    await expect(link.control.stores()).rejects.toMatchObject(away)
    await expect(link.control.stores()).rejects.toMatchObject(away)
    const wasUp = link.isUp()
    // Another control token than before.
    await serve({ paths, port })

    expect(await link.control.stores()).toEqual(before)
    await link.control.stores()
    expect(wasUp).toBe(false)
    expect(link.isUp()).toBe(true)
    expect(events).toEqual([
      { event: 'emulator-stopped', next: 'app emulator start' },
      { event: 'emulator-restarted', change: null },
    ])
  })

  it('continues with the same data at other addresses, and reports the change', async () => {
    const { link, events, paths, running } = await join(0)
    await running.close()
    await expect(link.control.stores()).rejects.toMatchObject(away)
    await serve({ paths })

    await link.control.stores()

    expect(events.at(-1)).toEqual({ event: 'emulator-restarted', change: 'addresses' })
  })

  it('does not use an emulator with other data', async () => {
    const { link, events, paths, running } = await join(0)
    await running.close()
    rmSync(paths.emulatorDir, { recursive: true })
    await serve({ paths })

    const message = 'Another emulator with other data is running.'
    await expect(link.control.stores()).rejects.toMatchObject({ ...away, message })
    await expect(link.control.stores()).rejects.toMatchObject({ ...away, message })
    expect(link.isUp()).toBe(false)
    expect(events).toEqual([{ event: 'emulator-restarted', change: 'data' }])
  })

  it('replaces the emulator of an ended app dev without a report, but not one that a user started', async () => {
    const port = await freePort()
    const { events, paths, running, over } = await join(port)
    const dev = {
      tools: { paths, send: nodeSend },
      emit: (event: DevEvent) => void events.push(event),
      signal: over.signal,
    }
    const taken: number[] = []
    const goOn = async (left: RunFile) => {
      taken.push(left.pid)
      await serve({ paths, port })
    }
    const [ofDev, ofPerson] = [{ ...running.runFile, startedBy: 'app dev' as const }, running.runFile].map((run) =>
      linkEmulator(dev, run, goOn),
    )
    await running.close()

    await expect(ofPerson?.control.stores()).rejects.toMatchObject(away)
    const asked = [...taken]
    await expect(ofDev?.control.stores()).rejects.toMatchObject(away)

    expect(asked).toEqual([])
    expect(taken).toEqual([process.pid])
    expect(await ofDev?.control.stores()).toEqual([])
    expect(events).toEqual([{ event: 'emulator-stopped', next: 'app emulator start' }])
  })

  it('reports nothing while the session ends', async () => {
    const { link, events, running, over } = await join(0)
    await running.close()
    over.abort()

    await expect(link.control.stores()).rejects.toMatchObject(away)
    expect(events).toEqual([])
  })
})
