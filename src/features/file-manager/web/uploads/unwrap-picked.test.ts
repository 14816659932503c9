import { expect, test } from 'bun:test'
import { pickFiles } from '#web/lib/picked.ts'
import { unwrapPicked } from './unwrap-picked.ts'

const file = (name: string, webkitRelativePath = '') =>
  Object.defineProperty(new File(['x'], name), 'webkitRelativePath', { value: webkitRelativePath })

const pathsOf = (picked: readonly { file: File; folder: string }[]) =>
  picked.map(({ file, folder }) => `${folder}/${file.name}`)

test('only a single folder around the whole site can be left out', () => {
  const site = pickFiles([file('index.html', 'site/index.html'), file('b', 'site/css/b')])
  expect(pathsOf(unwrapPicked(site))).toEqual(['/index.html', 'css/b'])
  const part = pickFiles([file('a', 'css/a'), file('index.html', 'css/docs/index.html')])
  expect(pathsOf(unwrapPicked(part))).toEqual(['css/a', 'css/docs/index.html'])
  const two = pickFiles([file('a', 'css/a'), file('b', 'img/b')])
  expect(pathsOf(unwrapPicked(two))).toEqual(['css/a', 'img/b'])
  expect(unwrapPicked([])).toEqual([])
})
