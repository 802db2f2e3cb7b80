import type { ControlClient } from '../../control/control-client.ts'
import type { Stage } from '../stage.ts'

/** Tells the emulator where the journal is a page, without its token, so that an order's events lead there; at the end no more. */
export async function tellInspector(
  { options, atEnd }: Stage,
  control: Pick<ControlClient, 'setInspector'>,
  url: string,
): Promise<void> {
  const { key } = options.project.config
  // An older emulator knows no such thing, and one that is gone needs none: the link is all that is missed.
  const tell = (origin: string | null) =>
    control.setInspector({ key, origin }).then(
      () => undefined,
      () => undefined,
    )
  await tell(new URL(url).origin)
  atEnd(() => tell(null))
}
