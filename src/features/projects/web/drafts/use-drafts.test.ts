import { expect, test } from 'bun:test'
import type { ProjectFile } from '../../contract/contract.ts'
import { readProjectSearch } from '../selection.ts'
import { edited, settled } from './use-drafts.ts'

const file = (content: string, version: number): ProjectFile => ({
  id: 'f',
  projectId: 'p',
  name: 'a.css',
  type: 'css',
  content,
  size: content.length,
  version,
  createdAt: '2026-11-20T06:30:00.000Z',
  updatedAt: '2026-11-20T06:30:00.000Z',
})

test('a draft keeps its base version, and ends when it equals the stored text', () => {
  const first = edited({}, file('a', 1), 'ab')
  expect(first).toEqual({ f: { content: 'ab', baseVersion: 1 } })
  // Another window saved meanwhile, and the file was refetched.
  expect(edited(first, file('x', 2), 'abc')).toEqual({ f: { content: 'abc', baseVersion: 1 } })
  expect(edited(first, file('a', 1), 'a')).toEqual({})
})

test('a save ends the draft, but keeps what was typed meanwhile', () => {
  const draft = { f: { content: 'ab', baseVersion: 1 } }
  expect(settled(draft, file('ab', 2))).toEqual({})
  expect(settled({ f: { content: 'abc', baseVersion: 1 } }, file('ab', 2))).toEqual({
    f: { content: 'abc', baseVersion: 2 },
  })
})

test('the URL keeps a project and a file, and ignores everything else', () => {
  const [project, file] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()]
  expect(readProjectSearch({ project, file, other: 1 })).toEqual({ project, file })
  expect(readProjectSearch({ project: 'a', file: 3 })).toEqual({})
})
