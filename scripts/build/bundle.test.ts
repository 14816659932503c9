import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeTestFolder } from '#test/support/folders.ts'
import { devDependencies } from '../../package.json'
import { type Bundled, bundle } from './bundle.ts'
import { inputs } from './client.ts'

const root = resolve(import.meta.dir, '../..')
const folder = makeTestFolder()
let bundled: Bundled

beforeAll(async () => {
  bundled = await bundle({ root, outdir: folder, minify: true })
}, 300_000)

afterAll(() => rm(folder, { recursive: true }))

async function read(): Promise<Record<string, string>> {
  const assets = join(folder, 'assets')
  const files = await readdir(assets)
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await Bun.file(join(assets, file)).text()] as const)),
  )
}

const globs = inputs.map((pattern) => new Bun.Glob(pattern))
const isInput = (path: string): boolean => globs.some((glob) => glob.match(path))

describe('the browser bundle', () => {
  test('contains no server source, no test, and nothing that does not trigger a rebuild', () => {
    const own = bundled.modules.filter((path) => !path.includes('node_modules/'))
    expect(own.length).toBeGreaterThan(50)
    expect(own.filter((path) => !isInput(path) || path.includes('.test.'))).toEqual([])
  })

  test('contains no development tool', () => {
    const tools = bundled.modules.filter((path) =>
      Object.keys(devDependencies).some((name) => path.includes(`node_modules/${name}/`)),
    )
    expect(tools).toEqual([])
  })

  test('names only existing files', async () => {
    const files = await read()
    const named = Object.values(files).flatMap((code) => code.match(/(?<=["`]\.\/)[\w-]+\.js(?=["`])/g) ?? [])
    expect([...new Set(named)].filter((name) => !(name in files))).toEqual([])
    const listed = [bundled.entry, ...Object.values(bundled.pages).flat()]
    expect(listed.filter((address) => !(address.replace('/assets/', '') in files))).toEqual([])
  })

  test('has no copies of native functions in the first scripts', async () => {
    const first = Object.entries(await read()).filter(([name]) => name.startsWith('core-'))
    expect(first.filter(([, code]) => code.includes('@@toPrimitive'))).toEqual([])
  })

  test('loads the parts that must work without a server in the first scripts of every page', async () => {
    const files = await read()
    const first = Object.entries(files).filter(([name]) => name.startsWith('core-'))
    const code = first.map(([, text]) => text).join('')
    // The banner, the boundary around everything, and a toast.
    for (const text of ['Connection lost, retrying', 'stopped working in this tab', 'toast-description'])
      expect(code).toContain(text)
  })

  test('loads tools with the shared chunk of all signed-in pages, and none with the page of an unknown URL', () => {
    const { ActivityTool, ShellLayout, MissingPage } = bundled.pages
    expect(ActivityTool).toEqual([expect.stringContaining('/assets/kit-')])
    expect(ShellLayout).toEqual(ActivityTool)
    expect(MissingPage).toEqual([...(ActivityTool ?? []), expect.stringContaining('/assets/not-found-page-')])
  })

  test('loads the shared chunk of record lists only on their pages, which have one chunk each besides', () => {
    const withList = Object.entries(bundled.pages).filter(([, files]) =>
      files.some((file) => file.includes('/assets/list-')),
    )
    const pages = withList.filter(([name]) => /Page$/.test(name))
    expect(pages.map(([name]) => name).toSorted()).toEqual([
      'BackupsPage',
      'DatabasesPage',
      'DomainsPage',
      'EmailPage',
      'ProjectsPage',
      'SiteBackupsPage',
      'SiteDatabasesPage',
      'SiteDomainPage',
      'SslPage',
    ])
    // Projects share their editor with the database console.
    for (const [name, files] of pages) expect(files).toHaveLength(name === 'ProjectsPage' ? 4 : 3)
  })

  test('loads no page with a dialog of another feature', async () => {
    const dialogs = Object.entries(await read()).filter(([name]) => name.startsWith('dialogs-'))
    expect(dialogs).toHaveLength(1)
    expect(dialogs[0]?.[1]).not.toMatch(/["`]\.\/[\w-]+-page-/)
  })

  test('renders every page without Mantine, which only arrives with lazy parts', async () => {
    const files = await read()
    const pages = new Set(
      Object.entries(bundled.pages).flatMap(([name, own]) => (/(Page|Layout|Home)$/.test(name) ? own : [])),
    )
    const first = [bundled.entry, ...pages].map((address) => address.replace('/assets/', ''))
    expect(first.length).toBeGreaterThan(20)
    expect(first.filter((name) => files[name]?.includes('--mantine-'))).toEqual([])
    expect(Object.keys(files).filter((name) => files[name]?.includes('--mantine-'))).not.toEqual([])
  })

  test('has charts and the editor in chunks of their own', () => {
    expect(bundled.pages.LinePlot?.at(-1)).toContain('/assets/line-plot-')
    for (const own of [bundled.pages.FileCodeMirror, bundled.pages.SqlCodeMirror])
      expect(own).toContainEqual(expect.stringContaining('/assets/code-mirror-'))
  })

  test('fetches the shared chunks of a dialog together with the dialog', async () => {
    const files = await read()
    const page = bundled.pages.AccountPage?.at(-1)?.replace('/assets/', '') ?? ''
    expect(files[page]).toMatch(
      /[\w$]\(import\(.\.\/password-change-dialog-[^)]+\),(import\([^)]+\),)*import\(.\.\/dialogs-/,
    )
  })

  test('has the worker of the live stream as a script without imports', async () => {
    const code = (await read())[bundled.liveWorker.replace('/assets/', '')] ?? ''
    expect(code).toContain('/api/events')
    expect(code).not.toMatch(/\bimport\b/)
  })
})
