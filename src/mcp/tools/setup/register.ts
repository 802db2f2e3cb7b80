import { AppError } from '../../../errors.ts'
import { registerApp } from '../../../tasks/register/register-app.ts'
import { tool } from '../../tool.ts'

/** Updates the registration on the emulator from app.toml. */
export const register = tool({
  name: 'register',
  about: 'Register the app with the emulator, or update its registration from app.toml. `dev` also does this.',
  input: {},
  effect: 'changes',
  run: async (call) => {
    if (call.targetName !== 'emulator') throw onlyPerson('app register --target live')
    const project = await call.project()
    const tools = { control: await call.control(), target: await call.target(project) }
    const given = { project, webhookUrl: undefined, reveal: false, agreed: false }
    const { app_key, client_id, status, warnings } = await registerApp(call.context, tools, given)
    return { said: { app_key, client_id, status, warnings: warnings.map(({ code }) => code) }, foreign: { warnings } }
  },
})

/** Returns the error for a command that a user must run on the live platform. */
export function onlyPerson(command: string): AppError {
  return new AppError('usage.invalid', 'On the live platform, a user must do this in a terminal.', {
    suggestions: [command],
  })
}
