import { expect, test } from 'bun:test'
import { pickFiles, readDropped } from './picked.ts'

const file = (name: string, webkitRelativePath = '') =>
  Object.defineProperty(new File(['x'], name), 'webkitRelativePath', { value: webkitRelativePath })

const pathsOf = (picked: readonly { file: File; folder: string }[]) =>
  picked.map(({ file, folder }) => `${folder}/${file.name}`)

type Tree = string | { name: string; inside: Tree[] }

/** A fake drop: folders are read in portions, here of two. */
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

test('reads a dropped folder to its last file, and keeps each file’s folder', async () => {
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

test('takes a file without an entry as a file, and ignores dropped text', async () => {
  const items = [
    { kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file('a') },
    { kind: 'string', webkitGetAsEntry: () => null, getAsFile: () => null },
  ]
  expect(pathsOf(await readDropped({ items } as unknown as DataTransfer))).toEqual(['/a'])
})

test('files of a chosen folder keep their folder', () => {
  expect(pathsOf(pickFiles([file('a', 'site/css/a'), file('b')]))).toEqual(['site/css/a', '/b'])
})
