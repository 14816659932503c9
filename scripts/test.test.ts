import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readReport, summary } from './testing/report.ts'
import { judge, runStages, type Stage } from './testing/run.ts'
import { outsidePrograms, planStages, stageNames } from './testing/stages.ts'
import { whyMissing } from './testing/tools.ts'

const cwd = await mkdtemp(join(tmpdir(), 'portal-runner-'))
afterAll(() => rm(cwd, { recursive: true, force: true }))

const files = {
  'good.test.ts': `import { test } from 'bun:test'\ntest('a', () => {})\ntest('b', () => {})`,
  'bad.test.ts': `import { expect, test } from 'bun:test'\ntest('a < b', () => { expect(1).toBe(2) })`,
  'grouped.test.ts': `import { describe, expect, test } from 'bun:test'\ndescribe('outer', () => describe('inner', () => { test('fine', () => {}); test('wrong', () => { expect(1).toBe(2) }) }))`,
  'unloadable.test.ts': `import { x } from './missing.ts'\nimport { test } from 'bun:test'\ntest(x, () => {})`,
  'empty.test.ts': 'export const nothing = 1',
  'skipping.test.ts': `import { test } from 'bun:test'\ntest.skip('later', () => {})`,
  'crashing.test.ts': `import { test } from 'bun:test'\ntest('dies', () => process.kill(process.pid, 'SIGKILL'))`,
  'quitting.test.ts': `import { test } from 'bun:test'\ntest('leaves', () => process.exit(0))`,
  'hanging.test.ts': `import { test } from 'bun:test'\ntest('hangs', () => { for (;;) {} })`,
}
await Promise.all(Object.entries(files).map(([name, text]) => Bun.write(join(cwd, name), text)))

/** Runs one stage over the named files: its closing line and everything it printed. */
async function run(stage: Partial<Stage> & { files: string[] }, ci = false, timeoutSeconds = 60) {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const { tally, failures, excerpts, unsteady } = await runStages([{ name: 'stage', ...stage }], {
    cwd,
    ci,
    write,
    timeoutSeconds,
  })
  return { line: summary(tally), failures, excerpts, unsteady, output }
}

describe('the runner', () => {
  test('counts passed tests and keeps the output on screen', async () => {
    const { line, output } = await run({ files: ['good.test.ts'] })
    expect(line).toBe('2 passed, 0 failed')
    expect(output).toContain('[stage]  2 pass')
  })

  test('counts a planted failure', async () => {
    const { line } = await run({ files: ['bad.test.ts', 'good.test.ts'] })
    expect(line).toBe('2 passed, 1 failed')
  })

  test('names what failed: a test by its file and groups, and what kept a file from running', async () => {
    const { failures } = await run({
      files: ['good.test.ts', 'grouped.test.ts', 'bad.test.ts', 'empty.test.ts'],
    })
    expect(failures.sort()).toEqual([
      '[stage] FAILED: empty.test.ts ran no test',
      '[stage] bad.test.ts: a < b',
      '[stage] grouped.test.ts: outer > inner > wrong',
    ])
    expect((await run({ files: ['good.test.ts', 'skipping.test.ts'] })).failures).toEqual([])
  })

  test('runs the files of tests that ran out of time once more, counts what passes then as passed, and names it', async () => {
    await Bun.write(
      join(cwd, 'once.test.ts'),
      `import { existsSync, writeFileSync } from 'node:fs'
      import { test } from 'bun:test'
      test('fine', () => {})
      test('late', async () => { const again = existsSync('once'); writeFileSync('once', ''); await Bun.sleep(again ? 0 : 5_000) }, 500)`,
    )
    const { line, failures, unsteady } = await run({ files: ['once.test.ts', 'good.test.ts'] })
    expect(line).toBe('4 passed, 0 failed')
    expect(failures).toEqual([])
    expect(unsteady).toEqual(['[stage] once.test.ts: late'])
    expect((await run({ files: ['bad.test.ts'] })).unsteady).toEqual([])
  })

  test.each(['bad', 'unloadable', 'crashing'])(
    'does not run again a %s file, which more time would not mend',
    async (name) => {
      const { output } = await run({ files: [`${name}.test.ts`] })
      expect(output).not.toContain('[stage alone]')
    },
  )

  test('keeps what was printed about a failed test, and nothing of those that passed', async () => {
    const { excerpts } = await run({ files: ['good.test.ts', 'grouped.test.ts'] })
    expect(excerpts).toHaveLength(1)
    expect(excerpts[0]).toMatch(/^\[stage\] [\s\S]*Received: 1[\s\S]*\(fail\) outer > inner > wrong/)
    expect(excerpts[0]).not.toContain('(pass)')
    expect((await run({ files: ['good.test.ts'] })).excerpts).toEqual([])
  })

  test('counts a file that does not load as a failure, although no report mentions it', async () => {
    const { line, output } = await run({ files: ['good.test.ts', 'unloadable.test.ts'] })
    expect(line).toBe('2 passed, 1 failed')
    expect(output).toContain('FAILED: unloadable.test.ts ran no test')
  })

  test('counts a file without tests as a failure', async () => {
    expect((await run({ files: ['good.test.ts', 'empty.test.ts'] })).line).toBe('2 passed, 1 failed')
    expect((await run({ files: ['empty.test.ts'] })).line).toBe('0 passed, 1 failed')
  })

  test('counts a stage without files, or with skipped tests only, as a failure', async () => {
    expect((await run({ files: [] })).line).toBe('0 passed, 1 failed')
    expect((await run({ files: ['skipping.test.ts'] })).line).toBe('0 passed, 1 failed, 1 skipped')
  })

  test.each(['crashing', 'quitting'])('counts a %s process as a failure', async (name) => {
    const { line } = await run({ files: [`${name}.test.ts`] })
    expect(line).toMatch(/^0 passed, [1-9]\d* failed$/)
  })

  test('kills a process that hangs and counts it as a failure', async () => {
    const { line, output } = await run({ files: ['hanging.test.ts'] }, false, 1)
    expect(line).toMatch(/^0 passed, [1-9]\d* failed$/)
    expect(output).toContain('was ended by SIGTERM')
  })

  test('prints a line for what cannot run, and fails under CI', async () => {
    const stage = { files: ['good.test.ts'], missing: 'needs X; install with: apt-get install x' }
    const here = await run(stage)
    expect(here.line).toBe('0 passed, 0 failed, 1 skipped')
    expect(here.output).toContain('skipped: needs X; install with: apt-get install x')
    expect((await run(stage, true)).line).toBe('0 passed, 1 failed')
  })

  test('can set and unset an environment variable', async () => {
    await Bun.write(
      join(cwd, 'env.test.ts'),
      `import { expect, test } from 'bun:test'
      test('a', () => { expect([process.env.STORE, 'HOME' in process.env]).toEqual(['here', false]) })`,
    )
    const { line } = await run({ files: ['env.test.ts'], env: { STORE: 'here', HOME: undefined } })
    expect(line).toBe('1 passed, 0 failed')
  })

  test('starts an aid, hands it over and stops it, and fails when it does not start', async () => {
    let isStopped = false
    const stop = async () => {
      isStopped = true
    }
    await Bun.write(
      join(cwd, 'aided.test.ts'),
      `import { expect, test } from 'bun:test'\ntest('a', () => { expect(process.env.AID).toBe('here') })`,
    )
    const prepare = async () => ({ env: { AID: 'here' }, stop })
    expect((await run({ files: ['aided.test.ts'], prepare })).line).toBe('1 passed, 0 failed')
    expect(isStopped).toBe(true)

    const refuse = () => Promise.reject(new Error('no room'))
    const refused = await run({ files: ['good.test.ts'], prepare: refuse })
    expect(refused.line).toBe('0 passed, 1 failed')
    expect(refused.output).toContain('did not start: no room')
  })
})

describe('the report', () => {
  test('treats an unexplained exit code as a failure', () => {
    const report = {
      passed: 1,
      failed: 0,
      skipped: 0,
      files: new Map([['a.test.ts', 1]]),
      failures: [],
      late: 0,
    }
    const stage = { name: 'stage', files: ['a.test.ts'] }
    expect(judge(stage, { code: 1, signal: null }, report).tally.failed).toBe(1)
    expect(judge(stage, { code: 0, signal: null }, report).tally.failed).toBe(0)
  })

  test('refuses text that is not a report', () => {
    expect(() => readReport('half a fi')).toThrow('not a JUnit report')
  })
})

test('a missing tool is named with the command that installs it', () => {
  const tool = { name: 'Chromium', debianPackage: 'chromium', find: () => null }
  expect(whyMissing([tool])).toBe(
    'needs Chromium; install with: apt-get install -y --no-install-recommends chromium',
  )
  expect(whyMissing([{ ...tool, find: () => '/usr/bin/chromium' }])).toBeUndefined()
})

test('the plan has every stage, each with the files whose path contains the pattern', () => {
  const root = join(import.meta.dir, '..')
  const stages = planStages(stageNames, root)
  const filesOf = (name: string) =>
    stages.filter((stage) => stage.name.split(' ')[0] === name).flatMap(({ files }) => files)
  expect(stageNames.filter((name) => filesOf(name).length === 0)).toEqual([])
  expect(filesOf('unit')).toContain('scripts/test.test.ts')
  const others = filesOf('postgres').filter((file) => !/^(db|src)\//.test(file) || file.endsWith('.tsx'))
  expect(others).toEqual(['test/query-plans.test.ts'])
  expect(planStages(['unit'], root, 'scripts/test.test')[0]?.files).toEqual(['scripts/test.test.ts'])
})

test('what cannot learn of the engine runs on the first one alone', async () => {
  const root = join(import.meta.dir, '..')
  const filesOf = (stage: 'unit' | 'postgres') => planStages([stage], root).flatMap(({ files }) => files)
  const second = new Set(filesOf('postgres'))
  // By an import of its own, by those of another file, and not at all.
  expect(second).toContain('db/store.test.ts')
  expect(second).toContain('src/features/orders/place-order.test.ts')
  expect(second).not.toContain('src/features/auth/passwords.test.ts')
  // What is about programs outside.
  const isOutside = (file: string) => outsidePrograms.test(file)
  expect(filesOf('unit').filter(isOutside)).toContain('src/features/backups/database-engines.test.ts')
  expect([...second].filter(isOutside)).toEqual([])

  const once = filesOf('unit').filter(
    (file) =>
      /^(db|src\/(server|features))\/.*\.test\.ts$/.test(file) && !second.has(file) && !isOutside(file),
  )
  const texts = await Promise.all(once.map((file) => Bun.file(join(root, file)).text()))
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter((text) => /TEST_DATABASE_URL|env\.STORE|support\/(store|app)\.ts/.test(text))).toEqual(
    [],
  )
})

test('the parts of a stage contain each of its files exactly once', () => {
  const root = join(import.meta.dir, '..')
  const parts = planStages(['e2e'], root)
  const files = [...new Bun.Glob('test/e2e/*.e2e.ts').scanSync({ cwd: root })]
  expect(parts.length).toBeGreaterThan(1)
  // The heaviest comes first.
  expect(parts.map(({ name }) => name).sort()).toEqual(parts.map((_, at) => `e2e ${at + 1}`))
  expect(parts.flatMap((part) => part.files).sort()).toEqual(files.sort())
  // What needs a document is a part of its own.
  const withDocument = planStages(['unit'], root).filter((part) =>
    part.files.some((file) => file.endsWith('x')),
  )
  expect(withDocument.map((part) => part.files.filter((file) => !file.endsWith('.test.tsx')))).toEqual([[]])
  expect(planStages(['e2e'], root, 'accessibility').map(({ name }) => name)).toEqual(['e2e'])
})

test('queued stages all run, and all of them count', async () => {
  const stages = Array.from({ length: 5 }, (_, at) => ({ name: `stage ${at}`, files: ['good.test.ts'] }))
  const write = () => {}
  expect(summary((await runStages(stages, { cwd, ci: false, write })).tally)).toBe('10 passed, 0 failed')
})

test('the command refuses an unknown stage', async () => {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'test.ts'), 'everything'], {
    stdout: 'pipe',
    stderr: 'ignore',
  })
  expect(await new Response(child.stdout).text()).toStartWith('Usage: bun run test [unit|postgres|')
  expect(await child.exited).toBe(2)
})
