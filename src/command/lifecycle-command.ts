import { AppCommand } from '../command.ts'
import type { Registration } from '../control/contract.ts'
import type { ControlClient } from '../control/control-client.ts'
import { emulatorOnly } from '../tasks/emulator/emulator-only.ts'
import { meantApp } from '../tasks/meant/apps.ts'
import { lifecycleView } from '../views/emulator/app-lifecycle.ts'

/** The base of the commands that move an app of the emulator through its life, as the developer console and the platform's review would. */
export abstract class LifecycleCommand extends AppCommand<Registration> {
  /** Does `work` on the app with this key, that of the project when it is left out, and shows what the app is then. */
  protected async onApp(
    appKey: string | undefined,
    work: (control: ControlClient, key: string) => Promise<Registration>,
  ): Promise<Registration> {
    emulatorOnly(this.targetName, 'Changing the status of an app')
    const key = await meantApp({ control: () => this.control(), project: () => this.project() }, appKey)
    const app = await work(await this.control(), key)
    this.show(lifecycleView(app, this.looks))
    return app
  }
}
