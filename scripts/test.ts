import { summary } from './testing/report.ts'
import { endRunning, runStages } from './testing/run.ts'
import { createSandbox } from './testing/sandbox.ts'
import { planStages, type StageName, stageNames, type Tier, toolsOf } from './testing/stages.ts'
import { installTools } from './testing/tools.ts'

const usage = `Usage: bun run test [all] [${stageNames.join('|')}] [part of a file name]`

// A few failures are enough to understand a change that breaks a hundred tests.
const excerptsAtMost = 4

// A run that takes longer hangs, or the machine is too slow to be worth waiting for.
const limitMinutes: Record<Tier, number> = { short: 43, all: 73 }

const isStage = (name: string): name is StageName => stageNames.some((known) => known === name)

/** Whether a stage runs when none is named; speed is only compared in the whole run. */
const isDue = (name: StageName, tier: Tier, ci: boolean): boolean =>
  (ci || name !== 'postgres15') && (tier === 'all' || name !== 'speed')

/** The stages named on the command line, or every stage; null when it is invalid. */
function readArguments(args: string[], ci: boolean) {
  const tier: Tier = args[0] === 'all' ? 'all' : 'short'
  const [first, pattern = '', ...rest] = tier === 'all' ? args.slice(1) : args
  if (first === undefined) return { tier, pattern, names: stageNames.filter((name) => isDue(name, tier, ci)) }
  return isStage(first) && rest.length === 0 ? { tier, pattern, names: [first] } : null
}

const listed = (names: string[]): string => names.map((name) => `  ${name}\n`).join('')
const write = (text: string) => void process.stdout.write(text)
// Only CI=false and an absent CI mean a developer's machine.
const ci = !['', 'false', '0'].includes(process.env.CI ?? '')
const request = readArguments(process.argv.slice(2), ci)

if (request === null) {
  write(`${usage}\n`)
  process.exitCode = 2
} else {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => endRunning(`the run got ${signal}`))
  const minutes = limitMinutes[request.tier]
  const timer = setTimeout(() => endRunning(`the run took more than ${minutes} min`), minutes * 60_000)
  const cwd = new URL('..', import.meta.url).pathname
  await installTools(toolsOf(request.names), write)
  const sandbox = createSandbox()
  // The runner's own helpers of a stage write there too.
  Object.assign(process.env, sandbox.env)
  const { tally, failures, excerpts, flaky } = await runStages(planStages(request.names, cwd, request), {
    cwd,
    sandbox,
    ci,
    write,
  })
  await sandbox.close()
  clearTimeout(timer)
  process.exitCode = tally.failed > 0 ? 1 : 0
  // Repeated at the end, so that a reader of ten thousand lines knows which ones to look for.
  if (excerpts.length > 0) write(`\n${excerpts.slice(0, excerptsAtMost).join('\n\n')}\n`)
  if (failures.length > 0) write(`\nFailed:\n${listed(failures)}`)
  if (flaky.length > 0) write(`\nFlaky:\n${listed(flaky)}`)
  write(`\n${summary(tally)}\n`)
}
