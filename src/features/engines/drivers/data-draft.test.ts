import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createEngineHost } from '#server/system/programs/engine-host.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { makeDraft, sweepDrafts } from './data-draft.ts'

test('attempts set up data in separate folders, so that writes of a killed attempt never reach an engine’s data', async () => {
  const host = await createEngineHost(makeTestFolder(), null)
  const first = await makeDraft(host)
  writeFileSync(host.path(first, 'PG_VERSION'), '18')
  const second = await makeDraft(host)
  expect(second).not.toBe(first)
  expect(existsSync(host.path(second, 'PG_VERSION'))).toBe(false)
})

test('remains of attempts are swept, but not the data', async () => {
  const host = await createEngineHost(makeTestFolder(), null)
  mkdirSync(host.path('data.new'))
  mkdirSync(host.path('data'))
  const left = await makeDraft(host)
  await sweepDrafts(host)
  for (const name of [left, 'data.new']) expect([name, existsSync(host.path(name))]).toEqual([name, false])
  expect(existsSync(host.path('data'))).toBe(true)
})
