import { expect, test } from 'bun:test'
import { pickFiles, readDropped } from './picked.ts'

const file = (name: string, webkitRelativePath = '') =>
  Object.defineProperty(new File(['x'], name), 'webkitRelativePath', { value: webkitRelativePath })

const pathsOf = (picked: readonly { file: File; folder: string }[]) =>
  picked.map(({ file, folder }) => `${folder}/${file.name}`)

type Tree = string | { name: string; inside: Tree[] }

/** What a browser hands over: folders in portions, of two here. */
function entryOf(tree: Tree): unknown {
  if (typeof tree === 'string')
    return { isFile: true, name: tree, file: (done: (file: File) => void) => done(file(tree)) }
  const createReader = () => {
    const left = tree.inside.map(entryOf)
    return { readEntries: (done: (some: unknown[]) => void) => done(left.splice(0, 2)) }
  }
  return { isFile: false, name: tree.name, createReader }
}

const transferOf = (...trees: Tree[]) =>
  ({
    items: trees.map((tree) => ({ kind: 'file', webkitGetAsEntry: () => entryOf(tree) })),
  }) as unknown as DataTransfer

test('a dropped folder is opened to its last file, and every file keeps the folder it lay in', async () => {
  const css = { name: 'css', inside: ['a.css', 'b.css', 'c.css', { name: 'fonts', inside: ['d.woff2'] }] }
  const picked = await readDropped(
    transferOf({ name: 'site', inside: ['index.html', css, '.DS_Store'] }, 'e'),
  )
  expect(pathsOf(picked)).toEqual([
    'site/index.html',
    'site/css/a.css',
    'site/css/b.css',
    'site/css/c.css',
    'site/css/fonts/d.woff2',
    '/e',
  ])
})

test('what a browser has no entry for is taken as a file, and text that was dropped is not', async () => {
  const items = [
    { kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file('a') },
    { kind: 'string', webkitGetAsEntry: () => null, getAsFile: () => null },
  ]
  expect(pathsOf(await readDropped({ items } as unknown as DataTransfer))).toEqual(['/a'])
})

test('files of a chosen folder keep where they lay', () => {
  expect(pathsOf(pickFiles([file('a', 'site/css/a'), file('b')]))).toEqual(['site/css/a', '/b'])
})
