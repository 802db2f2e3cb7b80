import type { Server } from 'node:http'

import { createControlClient } from '../control/control-client.ts'
import { operations } from '../control/operations.ts'
import { appEnvironment } from '../dev/processes/app-environment.ts'
import { createEmulator } from '../emulator/app.ts'
import { sendInto } from '../emulator/serve/send-into.ts'
import { closeSites, nowhere, openSites } from '../emulator/serve/sites.ts'
import { AppError } from '../errors.ts'
import { freePort } from '../http/free-port.ts'
import { onPort } from '../project/on-port.ts'
import { localAddress } from '../project/registration.ts'
import { testedApp, type TestMachine } from './app-config.ts'
import { createCalls } from './calls.ts'
import { createClock } from './clock.ts'
import { createPlatformControl } from './control.ts'
import { createEvents } from './events.ts'
import { installInShape, tokenInShape } from './install-in-shape.ts'
import { pageFields, placeFields, rejectUnknown } from './known-fields.ts'
import type { PlaceOptions, PlatformOptions } from './options.ts'
import { adminAddress, panelAddress } from './pages.ts'
import { findPlace } from './places.ts'
import type { Platform } from './platform.ts'
import { attachTimeline, createFollower } from './runners/follow-test.ts'
import { makeSeed } from './seed.ts'
import { inShape, isShape, shapeNames, SHAPE_VARIABLE, type ShapeName } from './shapes.ts'
import { startApp, type RunningApp } from './start-app.ts'
import { createTimeline, rejectClosed, type Timeline } from './timeline.ts'

/** Opens the platform for tests. Raises `project.*`, `usage.invalid` and `emulator.bad-registration`, and then leaves nothing behind. */
export async function openPlatform(options: PlatformOptions, machine: TestMachine): Promise<Platform> {
  const general = { dir: true, app: true, port: true, store: true, seed: true, shape: true }
  rejectUnknown('startPlatform', options, general)
  rejectUnknown('startPlatform({ store })', options.store, operations.openStore.body)
  const shape = shapeOf(options, machine)
  const { dir, config: given } = testedApp(options, machine)
  const config = inShape(onPort(given, options.port ?? (await freePort())), shape)
  const { timeline, follower } = followedTimeline(machine)
  const urls = nowhere()
  const emulator = createEmulator({ dir: ':memory:', pid: machine.pid, urls: () => urls, onNotice: timeline.notice })
  const servers: Server[] = []
  const apps: RunningApp[] = []
  const close = async () => {
    timeline.close()
    await Promise.all(apps.map((app) => app.stop()))
    await closeSites(servers)
    await emulator.close()
  }
  try {
    await openSites({ emulator, urls }, { port: 0, servers })
    // If no test closes the platform, the process still exits with the tests.
    for (const server of servers) server.unref()
    const plain = createControlClient({
      send: sendInto(emulator, 'portal'),
      url: urls.portal,
      token: emulator.controlToken,
    })
    const { secrets, store } = await makeSeed(plain, {
      config,
      shape,
      store: options.store,
      seed: options.seed,
      cwd: machine.cwd,
    })
    const control = createPlatformControl({
      control: plain,
      store: () => store.code,
      key: config.key,
      note: timeline.step,
    })
    const env = appEnvironment({ project: { config }, secrets, baseUrl: urls.api, adminUrl: urls.admin })
    const appUrl = localAddress(config)
    const { clientId, clientSecret, signingSecret } = secrets
    const facts = {
      control: plain,
      adminUrl: urls.admin,
      apiUrl: urls.api,
      send: sendInto(emulator, 'api'),
      appKey: config.key,
      appUrl,
      installPath: config.dev.installPath,
      clientId,
      clientSecret,
    }
    const placeOf = async (name: string, place: PlaceOptions = {}, fields = placeFields) => {
      rejectClosed(timeline)
      rejectUnknown(name, place, fields)
      return findPlace(plain, store, place)
    }
    await emulator.mark()
    timeline.clear()
    return {
      urls,
      app: { key: config.key, url: appUrl, port: config.dev.port, clientId, clientSecret, signingSecret },
      store,
      shape,
      env,
      control,
      events: createEvents(timeline, async () => {
        rejectClosed(timeline)
        await emulator.queue.settle()
      }),
      calls: createCalls(timeline),
      clock: createClock(control, () => emulator.context.now()),
      fault: async (...input) => {
        const fault = await control.setFault(...input)
        return { ...fault, clear: async () => void (await control.clearFault({ id: fault.id })) }
      },
      startApp: async (start = {}) => {
        rejectClosed(timeline)
        const app = await startApp({ config, dir, env, timeline, machine }, start)
        apps.push(app)
        return app
      },
      installApp: async (place) => {
        timeline.step('installApp')
        await installInShape(facts, {
          shape,
          place: await placeOf('installApp', place),
          isNamed: place?.region !== undefined,
        })
      },
      issueToken: async (place) => {
        timeline.step('issueToken')
        return tokenInShape(facts, {
          shape,
          place: await placeOf('issueToken', place),
          isNamed: place?.region !== undefined,
        })
      },
      adminUrl: async (page) => adminAddress(facts, await placeOf('adminUrl', page, pageFields), page?.path),
      panelUrl: async (place) => panelAddress(facts, await placeOf('panelUrl', place)),
      reset: async (test) => {
        rejectClosed(timeline)
        await emulator.rewind()
        timeline.clear()
        if (test === undefined) follower.followCurrent()
        else follower.follow(test)
      },
      keepAsSeed: async () => {
        rejectClosed(timeline)
        await emulator.mark()
      },
      timeline: timeline.text,
      attachTimeline: (info) => attachTimeline(timeline, info),
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Creates a timeline that is printed when a test fails in which an operation or a wait took place. */
function followedTimeline({ findTest }: TestMachine) {
  const plain = createTimeline()
  const follower = createFollower(plain, findTest)
  const timeline: Timeline = {
    ...plain,
    step: (words) => {
      rejectClosed(plain)
      follower.followCurrent()
      plain.step(words)
    },
    watch: (look) => {
      follower.followCurrent()
      return plain.watch(look)
    },
  }
  return { timeline, follower }
}

function shapeOf({ shape }: PlatformOptions, { env }: TestMachine): ShapeName {
  const asked = shape ?? env[SHAPE_VARIABLE]
  if (asked === undefined) return 'region'
  if (isShape(asked)) return asked
  throw new AppError('usage.invalid', `Unknown shape ${asked}.`, {
    suggestions: [`Shapes: ${shapeNames.join(', ')}.`],
  })
}
