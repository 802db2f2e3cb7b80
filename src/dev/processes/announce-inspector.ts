import type { ControlClient } from '../../control/control-client.ts'
import type { DevContext } from '../context.ts'

/** Sends the inspector's URL without its token to the emulator, so that an order's events link there. Removes it at the end. */
export async function announceInspector(
  { options, atEnd }: DevContext,
  control: Pick<ControlClient, 'setInspector'>,
  url: string,
): Promise<void> {
  const { key } = options.project.config
  // Ignore failures: an older emulator lacks this operation, a stopped one does not need it, and only a link is lost.
  const report = (origin: string | null) =>
    control.setInspector({ key, origin }).then(
      () => undefined,
      () => undefined,
    )
  await report(new URL(url).origin)
  atEnd(() => report(null))
}
