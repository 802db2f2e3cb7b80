import { controlTokenOf } from '../../control/run-file.ts'
import { environmentSecrets } from '../../credentials/env.ts'
import { failureResult } from '../answer/failure.ts'
import { toolAnswer, type ToolAnswer } from '../answer/tool-answer.ts'
import { checkInput } from '../input/check-input.ts'
import { effectOf, type Bench, type Tool, type ToolResult } from '../tool.ts'

/** Checks the arguments, runs the tool and answers; a failure is an answer too. Never raises. */
export async function runTool(
  tool: Tool,
  args: unknown,
  { bench, isReadOnly }: { readonly bench: Bench; readonly isReadOnly: boolean },
): Promise<ToolAnswer> {
  const { env, randomBytes, paths } = bench.context
  const result = await runChecked(tool, args, { bench, isReadOnly }).catch((error: unknown) =>
    failureResult(bench, error),
  )
  return toolAnswer({ randomBytes, secrets: [...environmentSecrets(env), ...controlTokenOf(paths)] }, result)
}

async function runChecked(
  tool: Tool,
  args: unknown,
  { bench, isReadOnly }: { readonly bench: Bench; readonly isReadOnly: boolean },
): Promise<ToolResult> {
  const input = checkInput(tool.input, args)
  if (isReadOnly && effectOf(tool, input) === 'changes') {
    return { isFailure: true, said: { refused: 'The server runs with --read-only, and this would change something.' } }
  }
  return tool.run(bench, input)
}
