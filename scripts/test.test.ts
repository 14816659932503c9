import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeTestFolder } from '../test/support/folders.ts'
import { until } from '../test/support/until.ts'
import { type FileReport, nothing, readReport, summary } from './testing/report.ts'
import { judge, type RunOptions, runStages, type Stage } from './testing/run.ts'
import { createSandbox, type Sandbox } from './testing/sandbox.ts'
import { outsidePrograms, planStages, stageNames } from './testing/stages.ts'
import { whyMissing } from './testing/tools.ts'

const root = join(import.meta.dir, '..')
const cwd = makeTestFolder()
const sandbox = createSandbox()
afterAll(() => sandbox.close())

const files = {
  'good.test.ts': `import { test } from 'bun:test'\ntest('a', () => {})\ntest('b', () => {})`,
  'bad.test.ts': `import { expect, test } from 'bun:test'\ntest('a < b', () => { expect(1).toBe(2) })`,
  'grouped.test.ts': `import { describe, expect, test } from 'bun:test'\ndescribe('outer', () => describe('inner', () => { test('fine', () => {}); test('wrong', () => { expect(1).toBe(2) }) }))`,
  'unloadable.test.ts': `import { x } from './missing.ts'\nimport { test } from 'bun:test'\ntest(x, () => {})`,
  'empty.test.ts': 'export const nothing = 1',
  'skipping.test.ts': `import { test } from 'bun:test'\ntest.skip('later', () => {})`,
  'crashing.test.ts': `import { test } from 'bun:test'\ntest('dies', () => process.kill(process.pid, 'SIGKILL'))`,
  'quitting.test.ts': `import { test } from 'bun:test'\ntest('leaves', () => process.exit(0))`,
  'hanging.test.ts': `import { writeFileSync } from 'node:fs'
  import { test } from 'bun:test'
  test('fine', () => {})
  test('hangs', () => { writeFileSync('hanging', ''); for (;;) {} })`,
}
const plant = (name: string, text: string) => Bun.write(join(cwd, name), text)
await Promise.all(Object.entries(files).map(([name, text]) => plant(name, text)))

/** A file whose first run fails. */
const failsOnce = (name: string) => `import { existsSync, writeFileSync } from 'node:fs'
  import { expect, test } from 'bun:test'
  test('fine', () => {})
  test('by chance', () => { const again = existsSync('${name}'); writeFileSync('${name}', ''); expect(again).toBe(true) })`

/** Whether a process left by a test is running: a zombie has no command line. */
async function isLeftRunning(): Promise<boolean> {
  const pid = await Bun.file(join(cwd, 'left')).text()
  const commandLine = Bun.file(`/proc/${pid}/cmdline`)
  return (await commandLine.exists()) && (await commandLine.text()) !== ''
}

/** Runs one stage over the named files: its closing line and everything it printed. */
async function run(stage: Partial<Stage> & { files: string[] }, options: Partial<RunOptions> = {}) {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const outcome = await runStages([{ name: 'stage', ...stage }], {
    cwd,
    sandbox,
    ci: false,
    write,
    ...options,
  })
  return { ...outcome, line: summary(outcome.tally), output }
}

describe('the runner', () => {
  test('counts passed tests and keeps the output on screen', async () => {
    const { line, output } = await run({ files: ['good.test.ts'] })
    expect(line).toBe('2 passed, 0 failed')
    expect(output).toContain('[stage]  2 pass')
  })

  test('counts a planted failure', async () => {
    const { line } = await run({ files: ['bad.test.ts', 'good.test.ts'], workers: 2 })
    expect(line).toBe('2 passed, 1 failed')
  })

  test('names failures: a test by its file and groups, and the reason why a file did not run', async () => {
    const { failures } = await run({
      files: ['good.test.ts', 'grouped.test.ts', 'bad.test.ts', 'empty.test.ts'],
    })
    expect(failures.sort()).toEqual([
      '[stage] bad.test.ts: a < b',
      '[stage] empty.test.ts ran no test',
      '[stage] grouped.test.ts: outer > inner > wrong',
    ])
    expect((await run({ files: ['good.test.ts', 'skipping.test.ts'] })).failures).toEqual([])
  })

  test('keeps the output of a failed test, and drops that of passed tests', async () => {
    const manyMore = Array.from({ length: 25 }, (_, at) => `test('also ${at}', () => {})`)
    await plant('many.test.ts', `${files['bad.test.ts']}\n${manyMore.join('\n')}`)
    expect((await run({ files: ['many.test.ts'] })).excerpts).toHaveLength(1)
    const { excerpts } = await run({ files: ['good.test.ts', 'grouped.test.ts'] })
    expect(excerpts).toHaveLength(1)
    expect(excerpts[0]).toMatch(/^\[stage\] [\s\S]*Received: 1[\s\S]*\(fail\) outer > inner > wrong/)
    expect(excerpts[0]).not.toContain('(pass)')
    expect((await run({ files: ['good.test.ts'] })).excerpts).toEqual([])
  })

  test('counts a file that does not load, although no report mentions it, and a file without tests', async () => {
    for (const name of ['unloadable.test.ts', 'empty.test.ts']) {
      const { line } = await run({ files: ['good.test.ts', name] })
      expect(line).toBe('2 passed, 1 failed')
    }
    expect((await run({ files: ['empty.test.ts'] })).line).toMatch(/^0 passed, [1-9]\d* failed$/)
  })

  test('counts a stage without files, or with skipped tests only, as a failure', async () => {
    expect((await run({ files: [] })).line).toBe('0 passed, 1 failed')
    expect((await run({ files: ['skipping.test.ts'] })).line).toBe('0 passed, 1 failed, 1 skipped')
  })

  test.each(['crashing', 'quitting'])('counts a %s worker as a failure of its file alone', async (name) => {
    const { line } = await run({ files: [`${name}.test.ts`, 'good.test.ts'], workers: 2 })
    expect(line).toBe('2 passed, 1 failed')
  })

  test('prints a line for a stage that cannot run, and fails under CI', async () => {
    const stage = { files: ['good.test.ts'], missing: 'needs X; install with: apt-get install x' }
    const here = await run(stage)
    expect(here.line).toBe('0 passed, 0 failed, 1 skipped')
    expect(here.output).toContain('skipped: needs X; install with: apt-get install x')
    expect((await run(stage, { ci: true })).line).toBe('0 passed, 1 failed')
  })

  test('can set and unset an environment variable', async () => {
    await plant(
      'env.test.ts',
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
    await plant(
      'aided.test.ts',
      `import { expect, test } from 'bun:test'\ntest('a', () => { expect(process.env.AID).toBe('here') })`,
    )
    const prepare = async () => ({ env: { AID: 'here' }, stop })
    expect((await run({ files: ['aided.test.ts'], prepare })).line).toBe('1 passed, 0 failed')
    expect(isStopped).toBe(true)

    const refuse = () => Promise.reject(new Error('no room'))
    const refused = await run({ files: ['good.test.ts'], prepare: refuse })
    expect(refused.line).toBe('0 passed, 1 failed')
    expect(refused.output).toContain('broke off: no room')
  })

  test('runs all stages, and counts all of them', async () => {
    const stages = Array.from({ length: 3 }, (_, at) => ({ name: `stage ${at}`, files: ['good.test.ts'] }))
    const { tally } = await runStages(stages, { cwd, sandbox, ci: false, write: () => {} })
    expect(summary(tally)).toBe('6 passed, 0 failed')
  })
})

describe('the second run', () => {
  test('repeats a file with a failed test, alone, and names the tests that pass then', async () => {
    await plant('once.test.ts', failsOnce('once'))
    const { line, failures, excerpts, flaky, output } = await run({
      files: ['once.test.ts', 'good.test.ts'],
      workers: 2,
    })
    expect(line).toBe('4 passed, 0 failed')
    expect({ failures, excerpts }).toEqual({ failures: [], excerpts: [] })
    expect(flaky).toEqual(['[stage] once.test.ts: by chance'])
    expect(output).toContain('[stage again]  2 pass')
  })

  test('keeps a file failed that fails again, with the numbers of its first run', async () => {
    const { line, failures, flaky, output } = await run({ files: ['grouped.test.ts', 'good.test.ts'] })
    expect(line).toBe('3 passed, 1 failed')
    expect(failures).toEqual(['[stage] grouped.test.ts: outer > inner > wrong'])
    expect(flaky).toEqual([])
    expect(output).toContain('[stage again]')
  })

  test('happens with five failed files, and with none of six', async () => {
    for (const count of [5, 6]) {
      const names = Array.from({ length: count }, (_, at) => `chance-${count}-${at}`)
      await Promise.all(names.map((name) => plant(`${name}.test.ts`, failsOnce(name))))
      const { tally, flaky } = await run({ files: names.map((name) => `${name}.test.ts`), workers: 2 })
      expect([tally.failed, flaky.length]).toEqual(count === 5 ? [0, 5] : [6, 0])
    }
  })
})

describe('a run that hangs', () => {
  test('is ended after the limit of its stage, and names the file and the previous test', async () => {
    const { line, output } = await run({
      files: ['hanging.test.ts', 'good.test.ts'],
      workers: 2,
      limitSeconds: 2,
    })
    expect(line).toMatch(/^3 passed, [1-9]\d* failed$/)
    expect(output).toContain('was ended, it took more than 2 s; running: hanging.test.ts, after "fine"')
  })

  test('ends with its closing line on SIGTERM, and leaves no process behind', async () => {
    const place = makeTestFolder()
    const memory = makeTestFolder()
    for (const mark of ['left', 'hanging']) rmSync(join(cwd, mark), { force: true })
    // A folder with the runner and a file that hangs: any stage of a checkout might.
    const child = Bun.spawn(
      [
        process.execPath,
        '-e',
        `const { createSandbox } = await import(${JSON.stringify(join(import.meta.dir, 'testing/sandbox.ts'))})
        const { endRunning, runStages } = await import(${JSON.stringify(join(import.meta.dir, 'testing/run.ts'))})
        process.on('SIGTERM', () => endRunning('the run got SIGTERM'))
        const sandbox = createSandbox()
        const write = (text) => process.stdout.write(text)
        const stages = [{ name: 'first', files: ['leaving.test.ts', 'hanging.test.ts'], workers: 2 }, { name: 'second', files: ['good.test.ts'] }]
        const { tally, failures } = await runStages(stages, { cwd: ${JSON.stringify(cwd)}, sandbox, ci: true, write })
        await sandbox.close()
        write(JSON.stringify(failures) + '\\n' + tally.failed + ' failed\\n')`,
      ],
      { cwd, env: { ...process.env, TMPDIR: place, TEST_MEMORY: memory }, stdout: 'pipe', stderr: 'inherit' },
    )
    const hasBegun = (mark: string) => existsSync(join(cwd, mark))
    await until('both tests', () => hasBegun('left') && hasBegun('hanging'))
    child.kill('SIGTERM')
    const output = await new Response(child.stdout).text()
    expect(output).toContain('second did not run, the run got SIGTERM')
    expect(output.trimEnd().split('\n').at(-1)).toBe('3 failed')
    expect([...readdirSync(place), ...readdirSync(memory)]).toEqual([])
    expect(await isLeftRunning()).toBe(false)
  })
})

/** A test that leaves a folder, and a daemon that no test process knows. */
const leaving = `import { test } from 'bun:test'
  import { mkdtempSync, writeFileSync } from 'node:fs'
  import { tmpdir } from 'node:os'
  import { join } from 'node:path'
  test('leaves', async () => {
    mkdtempSync(join(tmpdir(), 'left-'))
    const daemon = Bun.spawn(['sh', '-c', 'setsid sleep 1000 >/dev/null 2>&1 & echo $!'], { stdout: 'pipe' })
    const pid = (await new Response(daemon.stdout).text()).trim()
    writeFileSync('left', pid)
  })`
await plant('leaving.test.ts', leaving)

describe('the sandbox of a run', () => {
  const leftIn = ({ env }: Sandbox) => [...readdirSync(env.TMPDIR), ...readdirSync(env.TEST_MEMORY)]

  test('holds no test process or folder after a stage, whether passed or failed', async () => {
    for (const names of [['leaving.test.ts'], ['leaving.test.ts', 'bad.test.ts']]) {
      await run({ files: names })
      expect([await isLeftRunning(), leftIn(sandbox)]).toEqual([false, []])
    }
  })

  test('is removed when closed, with a process that took its folder from its environment', async () => {
    const own = createSandbox()
    const daemon = Bun.spawn(['sleep', '1000', own.env.TMPDIR], { env: {}, stderr: 'ignore' })
    const other = Bun.spawn(['sleep', '1000'], { env: own.env })
    await own.close()
    await Promise.all([daemon.exited, other.exited])
    expect([own.env.TMPDIR, own.env.TEST_MEMORY].map((folder) => existsSync(folder))).toEqual([false, false])
  })
})

describe('the report', () => {
  const report = (tally: Partial<FileReport>): FileReport => ({
    ...nothing,
    failures: [],
    last: null,
    ...tally,
  })

  test('treats an unexplained exit code as a failure', () => {
    const stage = { name: 'stage', files: ['a.test.ts'] }
    const passed = new Map([['a.test.ts', report({ passed: 1 })]])
    const broken = new Map([['a.test.ts', report({ failed: 1, failures: ['a.test.ts: a'] })]])
    expect(judge(stage, { code: 1, ended: null }, passed).complaints).toEqual(['stage ended with code 1'])
    expect(judge(stage, { code: 0, ended: null }, passed).complaints).toEqual([])
    expect(judge(stage, { code: 1, ended: null }, broken).complaints).toEqual([])
    expect(judge(stage, { code: 137, ended: null }, null).complaints).toHaveLength(1)
  })

  test('refuses text that is no report, a truncated report, and one with too few tests', () => {
    const one = '<testsuites name="x" tests="1"><testcase name="a" file="a.test.ts" line="1" /></testsuites>'
    expect(readReport(one).get('a.test.ts')).toEqual(report({ passed: 1, last: 'a' }))
    expect(() => readReport('half a fi')).toThrow('not a JUnit report')
    expect(() => readReport(one.slice(0, 60))).toThrow('not a JUnit report')
    expect(() => readReport(one.replace('tests="1"', 'tests="2"'))).toThrow('not complete')
  })
})

test('names a missing tool with the command that installs it and all packages that the tests need', () => {
  const tool = { name: 'swaks', packages: ['swaks', 'libnet-ssleay-perl'], find: () => null }
  expect(whyMissing([tool])).toBe(
    'needs swaks; install with: apt-get install -y --no-install-recommends swaks libnet-ssleay-perl',
  )
  expect(whyMissing([{ ...tool, find: () => '/usr/bin/swaks' }])).toBeUndefined()
})

describe('the plan', () => {
  const filesOf = (name: (typeof stageNames)[number], tier: 'short' | 'all', pattern = '') =>
    planStages([name], root, { tier, pattern }).flatMap((stage) => stage.files)

  test('has every stage, each with the files whose path contains the pattern', () => {
    const empty = (tier: 'short' | 'all') => stageNames.filter((name) => filesOf(name, tier).length === 0)
    expect(empty('all')).toEqual([])
    expect(empty('short')).toEqual(['speed'])
    expect(filesOf('unit', 'short')).toContain('scripts/test.test.ts')
    expect(filesOf('unit', 'short', 'scripts/test.test')).toEqual(['scripts/test.test.ts'])
    expect(filesOf('unit', 'all').filter((file) => file.endsWith('x'))).toEqual([])
    expect(filesOf('components', 'all').every((file) => file.endsWith('.test.tsx'))).toBe(true)
  })

  test('holds every test file of the project in the whole run, and the long ones only there', () => {
    const written = [
      ...new Bun.Glob('{src,db,scripts,test}/**/*.{test,fault,fuzz,e2e,speed}.{ts,tsx}').scanSync(root),
    ]
    const planned = (tier: 'short' | 'all') => new Set(stageNames.flatMap((name) => filesOf(name, tier)))
    expect([...planned('all')].sort()).toEqual(written.sort())
    const inShort = planned('short')
    expect(written.filter((file) => !inShort.has(file))).toEqual(
      written.filter((file) => /\.long\./.test(file)),
    )
  })

  test('runs tests that depend on the engine on both, and in the short run those with differences', async () => {
    const second = new Set(filesOf('postgres', 'all'))
    // By an import of its own, by those of another file, and not at all.
    expect(second).toContain('db/store.test.ts')
    expect(second).toContain('src/features/orders/place-order.test.ts')
    expect(second).not.toContain('src/features/auth/passwords/passwords.test.ts')
    // Tests of external programs.
    const isOutside = (file: string) => outsidePrograms.test(file)
    expect(filesOf('unit', 'all').filter(isOutside)).toContain(
      'src/features/backups/database-engines.test.ts',
    )
    expect([...second].filter(isOutside)).toEqual([])

    const inShort = filesOf('postgres', 'short')
    expect(inShort).toContain('test/query-plans.test.ts')
    expect(inShort).toContain('db/locks/locks.test.ts')
    expect(inShort.every((file) => second.has(file))).toBe(true)

    const once = filesOf('unit', 'all').filter(
      (file) => /^(db|src\/(server|features))\//.test(file) && !second.has(file) && !isOutside(file),
    )
    const texts = await Promise.all(once.map((file) => Bun.file(join(root, file)).text()))
    expect(texts.length).toBeGreaterThan(0)
    const aware = /TEST_DATABASE_URL|env\.STORE|support\/(store|app)\.ts/
    expect(texts.filter((text) => aware.test(text))).toEqual([])
  })
})

test('the command refuses an unknown stage', async () => {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'test.ts'), 'everything'], {
    stdout: 'pipe',
    stderr: 'ignore',
  })
  expect(await new Response(child.stdout).text()).toStartWith('Usage: bun run test [all] [unit|components|')
  expect(await child.exited).toBe(2)
})
