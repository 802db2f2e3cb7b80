import { Socket } from 'node:net'

import { appOwnerOf, type OtherProgram } from '../../processes/app-owner.ts'
import { createLocalConnect, OTHER_PROGRAM, OTHER_USER, type LocalConnect } from '../../processes/own-end.ts'
import { holderWords } from './holder.ts'

/** The app is listening. */
export interface FoundApp {
  readonly isIpv6: boolean
}

export interface NoApp {
  /** Text that describes the other program that uses the port, or null if none listens. */
  readonly holder: string | null
}

/** Returns the other program that uses the app's port, or null if the app or no program listens. `appPid` is null while the app is down. */
export async function otherHolder(port: number, appPid: number | null): Promise<string | null> {
  const found = await lookAtPort(createLocalConnect(appOwnerOf(appPid).reject), port)
  return 'holder' in found ? found.holder : null
}

/** Connects once and closes the connection. */
export function lookAtPort(connect: LocalConnect, port: number): Promise<FoundApp | NoApp> {
  return new Promise((resolve) =>
    connect(port, (error, socket) => {
      const isIpv6 = socket instanceof Socket && socket.remoteFamily === 'IPv6'
      socket.destroy()
      resolve(error === null ? { isIpv6 } : { holder: holderIn(error) })
    }),
  )
}

function holderIn(error: NodeJS.ErrnoException): string | null {
  if (error.code === OTHER_USER) return 'another local user'
  if (error.code !== OTHER_PROGRAM) return null
  const { holder } = error as OtherProgram
  return holder === null ? 'another program' : holderWords(holder)
}
