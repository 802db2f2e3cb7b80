#!/usr/bin/env node
/** `npx svcapp-kit`: what the owner of an app does with its queue. */
import { existsSync } from 'node:fs'

import { runProgram } from './program/program.ts'

// What is set already stays.
if (existsSync('.env')) process.loadEnvFile('.env')
process.exitCode = await runProgram(process.argv.slice(2), {
  env: process.env,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  now: Date.now,
})
