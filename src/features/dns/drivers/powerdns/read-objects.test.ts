import { expect, test } from 'bun:test'
import { readObjects } from './read-objects.ts'

async function read(text: string, size: number): Promise<unknown[]> {
  const bytes = Buffer.from(text)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  return Array.fromAsync(readObjects(chunks()))
}

const list = [{ name: 'é "}{[', masters: [], deep: { a: [1, { b: '\\' }] } }, {}, { serial: 7 }]

test.each([1, 2, 7, 1_000])(
  'yields objects one by one, whatever they contain, from chunks of %p bytes',
  async (size) => {
    expect(await read(JSON.stringify(list), size)).toEqual(list)
    expect(await read(` ${JSON.stringify(list, null, 2)}\n`, size)).toEqual(list)
    expect(await read('[]', size)).toEqual([])
  },
)

test.each([
  ['<html>', 'it is no list of objects'],
  ['{"error": "no"}', 'it is no list of objects'],
  ['[1, 2]', 'it is no list of objects'],
  ['[{"a": 1}', 'it ends too early'],
  ['[{"a": ', 'it ends too early'],
  ['', 'it ends too early'],
])('rejects %p', async (text, message) => {
  expect(read(text, 1_000)).rejects.toThrow(message)
})

test('rejects an object that never ends without buffering it', async () => {
  expect(read(`[{"a": "${'x'.repeat(70_000)}`, 1_000)).rejects.toThrow('an object of it is too long')
})
