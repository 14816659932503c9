import { summary } from './testing/report.ts'
import { endRunning, runStages } from './testing/run.ts'
import { planStages, type StageName, stageNames, toolsOf } from './testing/stages.ts'
import { installTools } from './testing/tools.ts'
import { collectWeights } from './testing/weights.ts'

const usage = `Usage: bun run test [${stageNames.join('|')}] [part of a file name]`

// A change that breaks a hundred tests is understood from a few.
const excerptsAtMost = 4

const isStage = (name: string): name is StageName => stageNames.some((known) => known === name)

/** The stages of the command line, all of them when it names none; null when it cannot be read. */
function readArguments([first, pattern, ...rest]: string[], ci: boolean) {
  if (first === undefined) return { names: stageNames.filter((name) => ci || name !== 'postgres15') }
  return isStage(first) && rest.length === 0 ? { names: [first], pattern } : null
}

const listed = (names: string[]): string => names.map((name) => `  ${name}\n`).join('')
const write = (text: string) => void process.stdout.write(text)
// Only CI=false and an absent CI mean a developer's machine.
const ci = !['', 'false', '0'].includes(process.env.CI ?? '')
const wanted = readArguments(process.argv.slice(2), ci)

if (wanted === null) {
  write(`${usage}\n`)
  process.exitCode = 2
} else {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endRunning)
  const cwd = new URL('..', import.meta.url).pathname
  await installTools(toolsOf(wanted.names), write)
  const weights = collectWeights()
  const { tally, failures, excerpts, unsteady } = await runStages(
    planStages(wanted.names, cwd, wanted.pattern),
    {
      cwd,
      ci,
      write,
      noteSeconds: ({ name }, files) => weights.note(name.replace(/( \d+)?( alone)?$/, ''), files),
    },
  )
  if (process.env.WEIGH) await weights.write()
  process.exitCode = tally.failed > 0 ? 1 : 0
  // Once more at the end: a reader of ten thousand lines wants to know which of them to look for.
  if (excerpts.length > 0) write(`\n${excerpts.slice(0, excerptsAtMost).join('\n\n')}\n`)
  if (failures.length > 0) write(`\nFailed:\n${listed(failures)}`)
  if (unsteady.length > 0) write(`\nOut of time beside others, passed alone:\n${listed(unsteady)}`)
  write(`\n${summary(tally)}\n`)
}
