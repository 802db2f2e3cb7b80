import { controlTokenOf } from '../../control/run-file.ts'
import { environmentSecrets } from '../../credentials/env.ts'
import { mapTexts } from '../../text/map-texts.ts'
import { failureResult } from '../answer/failure.ts'
import { toolAnswer, type ToolAnswer } from '../answer/tool-answer.ts'
import { checkInput } from '../input/check-input.ts'
import type { ToolCall, Tool, ToolResult } from '../tool.ts'

/** Validates the arguments, runs the tool and returns its response, also for a failure. Never raises. */
export async function runTool(tool: Tool, args: unknown, call: ToolCall): Promise<ToolAnswer> {
  const { env, randomBytes, paths, terminal } = call.context
  const result = await runChecked(tool, args, call).catch((error: unknown) => failureResult(call, error))
  const said = mapTexts(result.said, terminal.nameTarget)
  return toolAnswer(
    { randomBytes, secrets: [...environmentSecrets(env), ...controlTokenOf(paths)] },
    { ...result, said },
  )
}

async function runChecked(tool: Tool, args: unknown, call: ToolCall): Promise<ToolResult> {
  return tool.run(call, checkInput(tool.input, args))
}
