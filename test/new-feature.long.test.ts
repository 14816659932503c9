import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type FeatureTree, makeFeatureTree } from './support/new-feature.ts'

// test/e2e/new-feature.e2e.ts tests its behaviour.

let tree: FeatureTree
beforeAll(async () => {
  tree = await makeFeatureTree({ isBuilt: false })
  const settings = { extends: './tsconfig.json', include: ['src', 'db'] }
  await Bun.write(join(tree.root, 'tsconfig.product.json'), JSON.stringify(settings))
}, 300_000)

const compile = () => tree.run(['tsc', '--noEmit', '-p', 'tsconfig.product.json'])

test('a feature in both lists compiles together with all others', async () => {
  expect(await compile()).toEqual({ code: 0, text: '' })
}, 300_000)

test('a feature missing from the server’s list cannot be called by its own page', async () => {
  await tree.leaveOut('src/app/features.ts')
  const { code, text } = await compile()
  expect(code).not.toBe(0)
  expect(text).toContain('src/features/notes/web/notes-page.tsx')
  expect(text).toContain("Property 'notes' does not exist")
}, 300_000)
