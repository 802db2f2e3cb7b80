import type { Send } from '../http/wire.ts'
import type { RunFile } from './contract.ts'
import { createControlClient, type ControlClient } from './control-client.ts'
import { readRunFile, type RunFilePath } from './run-file.ts'

/** Returns the control client of the emulator that wrote this run file. */
export function controlOf({ urls, controlToken }: RunFile, send: Send): ControlClient {
  return createControlClient({ send, url: urls.portal, token: controlToken })
}

/** Returns the control client of the running emulator; null if none is running. */
export function runningControl({ paths, send }: { paths: RunFilePath; send: Send }): ControlClient | null {
  const run = readRunFile(paths)
  return run === null ? null : controlOf(run, send)
}
